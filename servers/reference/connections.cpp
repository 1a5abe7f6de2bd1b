// Accepts connections and sweeps over them.
#include "servers/reference/connections.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>

#include "servers/reference/connection.h"

namespace reference {

Connections::Connections(uv_loop_t* loop, std::unique_ptr<Application> application, const Limits& limits)
    : loop_(loop), application_(std::move(application)), limits_(limits) {
  uv_timer_init(loop, &sweep_);
  uv_unref(reinterpret_cast<uv_handle_t*>(&sweep_));
  sweep_.data = this;
  sweep_later();
}

Connections::~Connections() = default;

void Connections::accept(int socket) {
  if (limits_.max_connections != 0 && open_ >= limits_.max_connections) {
    ::close(socket);
    return;
  }
  Connection* connection = application_->connect(*this, socket);
  most_open_ = std::max(most_open_, open_);
  connection->start();
}

void Connections::drain() {
  drain_deadline_ms_ = uv_now(loop_) + limits_.shutdown_timeout;
  sweep_soon();
  for (Connection* connection = first_; connection != nullptr; connection = connection->next_) {
    if (connection->idle()) connection->close();
  }
}

void Connections::close_timer() { uv_close(reinterpret_cast<uv_handle_t*>(&sweep_), nullptr); }

void Connections::sweep_soon() { uv_timer_start(&sweep_, on_sweep, kSweepMs, 0); }

void Connections::sweep_later() {
  if (limits_.connections_checking_interval != 0) {
    uv_timer_start(&sweep_, on_sweep, limits_.connections_checking_interval, 0);
  }
}

void Connections::on_sweep(uv_timer_t* timer) {
  auto& self = *static_cast<Connections*>(timer->data);
  const std::uint64_t now = uv_now(self.loop_);
  const bool drained = self.draining() && now >= self.drain_deadline_ms_;
  bool soon = self.draining();
  for (Connection* connection = self.first_; connection != nullptr; connection = connection->next_) {
    const std::uint64_t deadline = connection->linger_deadline_ms_;
    if (drained || (deadline != 0 && now >= deadline)) {
      connection->close();
    } else if (deadline == 0 && connection->is_late(now)) {
      connection->end_late();
    }
    soon |= connection->linger_deadline_ms_ != 0;
  }
  self.give_back_memory();
  if (soon) {
    self.sweep_soon();
  } else {
    self.sweep_later();
  }
}

/// glibc keeps what was freed below a block that is in use, and some always is: hundreds of megabytes after a flood of
/// connections, for ever.
void Connections::give_back_memory() {
  if (most_open_ < kFlood || open_ > most_open_ / 4) return;
  malloc_trim(0);
  most_open_ = open_;
}

}  // namespace reference
