// One client: the path of a request from the socket to the handler and of the answer back.
#include "servers/reference/connection.h"

#include <memory>
#include <span>
#include <string>

#include "servers/reference/policies.h"
#include "servers/reference/request_rules.h"

namespace reference {

namespace {
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
}  // namespace

template <class Policies>
Connections<Policies>::Connections(uv_loop_t* loop, Handler<Policies> handler, const Limits& limits)
    : loop_(loop),
      handler_(handler),
      limits_(limits),
      settings_(Incoming::settings_for({Connection<Policies>::on_headers_complete,
                                        Connection<Policies>::on_message_complete, Connection<Policies>::on_body})) {
  uv_timer_init(loop, &sweep_);
  uv_unref(reinterpret_cast<uv_handle_t*>(&sweep_));
  sweep_.data = this;
  shared_.keep_alive.set_timeout(limits.keep_alive_timeout);
  sweep_later();
}

template <class Policies>
void Connections<Policies>::accept(uv_stream_t* listener) {
  auto* connection = new Connection<Policies>(*this);  // deletes itself when its handle is closed
  if (uv_accept(listener, connection->stream()) != 0) return connection->close();
  if (limits_.max_connections != 0 && open_ > limits_.max_connections) return connection->close();
  connection->start();
}

template <class Policies>
void Connections<Policies>::drain() {
  drain_deadline_ms_ = uv_now(loop_) + limits_.shutdown_timeout;
  sweep_soon();
  for (auto* connection = first_; connection != nullptr; connection = connection->next_) {
    if (connection->idle()) connection->close();
  }
}

template <class Policies>
void Connections<Policies>::close_timer() {
  uv_close(reinterpret_cast<uv_handle_t*>(&sweep_), nullptr);
}

template <class Policies>
void Connections<Policies>::sweep_soon() {
  uv_timer_start(&sweep_, on_sweep, kSweepMs, 0);
}

template <class Policies>
void Connections<Policies>::sweep_later() {
  if (limits_.connections_checking_interval != 0) {
    uv_timer_start(&sweep_, on_sweep, limits_.connections_checking_interval, 0);
  }
}

template <class Policies>
void Connections<Policies>::on_sweep(uv_timer_t* timer) {
  auto& self = *static_cast<Connections*>(timer->data);
  const std::uint64_t now = uv_now(self.loop_);
  const bool drained = self.drain_deadline_ms_ != 0 && now >= self.drain_deadline_ms_;
  bool soon = self.drain_deadline_ms_ != 0;
  for (auto* connection = self.first_; connection != nullptr; connection = connection->next_) {
    const std::uint64_t deadline = connection->linger_deadline_ms_;
    if (drained || (deadline != 0 && now >= deadline)) {
      connection->close();
    } else if (deadline == 0 && connection->is_late(now)) {
      connection->end_late();
    }
    soon |= connection->linger_deadline_ms_ != 0;
  }
  if (soon) {
    self.sweep_soon();
  } else {
    self.sweep_later();
  }
}

template <class Policies>
Connection<Policies>::Connection(Connections<Policies>& all)
    : all_(all),
      incoming_(all.settings_, this),
      response_(all.shared_, output_),
      next_(all.first_),
      back_(&all.first_) {
  if (next_ != nullptr) next_->back_ = &next_;
  all.first_ = this;
  ++all.open_;
  since_ms_ = uv_now(all.loop_);
  uv_tcp_init(all.loop_, &tcp_);
  tcp_.data = this;
}

template <class Policies>
void Connection<Policies>::start() {
  uv_tcp_nodelay(&tcp_, 1);
  read_on();
}

template <class Policies>
void Connection<Policies>::read_on() {
  const int status = uv_read_start(stream(), on_room, on_read);
  if (status != 0 && status != UV_EALREADY) close();
}

template <class Policies>
void Connection<Policies>::on_room(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
  const Incoming::Room room = of(handle).incoming_.room();
  *buffer = uv_buf_init(room.begin, static_cast<unsigned>(room.size));
}

template <class Policies>
void Connection<Policies>::on_read(uv_stream_t* stream, ssize_t size, const uv_buf_t*) {
  Connection& self = of(stream);
  if (size > 0) {
    if (self.linger_deadline_ms_ != 0) return;
    self.incoming_.received(static_cast<std::size_t>(size));
    self.process();
    self.note_time();
  } else if (size == UV_EOF) {
    self.take_end();
  } else if (size < 0) {
    self.close();
  }
}

/// Parses what there is and writes the answers, until more must be read or written first.
template <class Policies>
void Connection<Policies>::process() {
  for (;;) {
    const Incoming::Outcome outcome = incoming_.parse();
    if (outcome == Incoming::Outcome::kFailed) answer_raw(incoming_.failure_status());
    if (!flush()) return;
    if (last_) return finish();
    if (outcome != Incoming::Outcome::kPaused) break;
  }
  if (all_.drain_deadline_ms_ != 0 && idle()) close();
}

/// The client has closed its side: a request that is not complete never will be.
template <class Policies>
void Connection<Policies>::take_end() {
  ended_ = true;
  if (linger_deadline_ms_ != 0 || incoming_.phase() != Incoming::Phase::kHead) return close();
  answer_raw(400);
  if (flush()) finish();
}

template <class Policies>
int Connection<Policies>::on_headers_complete(llhttp_t* parser) {
  auto& self = Incoming::owner<Connection>(parser);
  if (!self.incoming_.head_is_complete()) return -1;
  self.answer();
  return 0;
}

template <class Policies>
int Connection<Policies>::on_body(llhttp_t* parser, const char* at, std::size_t length) {
  auto& self = Incoming::owner<Connection>(parser);
  if (self.pending_) self.all_.handler_.data({at, length}, self.response_);
  return 0;
}

template <class Policies>
int Connection<Policies>::on_message_complete(llhttp_t* parser) {
  auto& self = Incoming::owner<Connection>(parser);
  self.incoming_.message_is_complete();
  if (self.pending_) {
    self.all_.handler_.finish(self.response_);
    self.take_response();
  }
  return self.last_ || self.output_.size() >= kHighWater ? HPE_PAUSED : 0;
}

/// As node does, the handler is called when the head is complete; a body that it does not ask for is dropped.
template <class Policies>
void Connection<Policies>::answer() {
  const Request& request = incoming_.request();
  const bool http_1_1 = request.is_http_1_1();
  const bool draining = all_.drain_deadline_ms_ != 0;
  client_stays_ = incoming_.should_keep_alive();
  const std::uint64_t most = all_.limits_.max_requests_per_socket;
  const bool last_allowed = most != 0 && requests_ + 1 >= most;
  response_.begin({.keep_alive = client_stays_ && !draining && !last_allowed,
                   .http_1_1 = http_1_1,
                   .wants_body = request.method() != HTTP_HEAD,
                   .loop_ms = uv_now(all_.loop_)});
  if (const int refusal = refusal_of(request); refusal != 0) {
    refuse(refusal);
  } else if (const auto expectation = http_1_1 ? request.header("expect") : std::nullopt) {
    answer_expectation(*expectation);
  } else {
    all_.handler_.handle(request, response_);
  }
  ++all_.answered_;
  ++requests_;
  pending_ = !response_.ended();
  if (!pending_) return take_response();
  check(all_.handler_.finish != nullptr, "a handler that reads no body ends its response before it returns");
}

template <class Policies>
void Connection<Policies>::take_response() {
  check(response_.ended(), "a handler ends its response when the request ends");
  pending_ = false;
  last_ = response_.last();
}

template <class Policies>
void Connection<Policies>::answer_expectation(std::string_view expectation) {
  if (!has_word(expectation, "100-continue")) {
    response_.write_head(417);
    return response_.end();
  }
  output_.append(kContinue);
  all_.handler_.handle(incoming_.request(), response_);
}

/// An answer of the server itself, after which the connection ends.
template <class Policies>
void Connection<Policies>::refuse(int status) {
  client_stays_ = true;
  static constexpr Header kHeaders[] = {{"Connection", "close"},
                                        {"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}};
  // RFC 9110, section 15.5.6: a 405 tells what is allowed.
  response_.write_head(status, std::span(kHeaders).first(status == 405 ? 2 : 1));
  response_.end();
}

/// Something is wrong with what came. As node words it, without a Date: there is no request to answer. If its answer
/// has begun already there is nothing to add.
template <class Policies>
void Connection<Policies>::answer_raw(int status) {
  last_ = true;
  client_stays_ = true;
  const bool in_body = incoming_.phase() == Incoming::Phase::kBody;
  if (in_body && (!pending_ || response_.head_written())) return;
  output_.append("HTTP/1.1 ");
  output_.append(std::to_string(status));
  output_.append(" ");
  output_.append(reason_phrase(status));
  output_.append("\r\nConnection: close\r\n\r\n");
  if (!in_body) ++all_.answered_;  // else it was counted when the handler was called
}

/// True when nothing is left to write. Else the rest is on its way, and on_written goes on from there.
template <class Policies>
bool Connection<Policies>::flush() {
  if (output_.size() == 0) return true;
  uv_buf_t buffer = uv_buf_init(output_.data(), static_cast<unsigned>(output_.size()));
  const int written = uv_try_write(stream(), &buffer, 1);
  if (written < 0 && written != UV_EAGAIN) {
    close();
    return false;
  }
  if (written > 0) output_.sent(static_cast<std::size_t>(written));
  if (output_.size() == 0) return true;

  writing_ = true;
  written_ms_ = uv_now(all_.loop_);
  uv_read_stop(stream());
  buffer = uv_buf_init(output_.data(), static_cast<unsigned>(output_.size()));
  if (uv_write(&write_, stream(), &buffer, 1, on_written) != 0) close();
  return false;
}

template <class Policies>
void Connection<Policies>::on_written(uv_write_t* write, int status) {
  Connection& self = of(write->handle);
  self.writing_ = false;
  self.output_.clear();
  if (status != 0) return self.close();
  if (self.last_) return self.finish();
  if (self.incoming_.has_unparsed()) {
    self.process();
    self.note_time();
  }
  auto* handle = reinterpret_cast<uv_handle_t*>(self.stream());
  if (self.writing_ || self.last_ || uv_is_closing(handle) != 0) return;
  if (self.all_.drain_deadline_ms_ != 0 && self.idle()) return self.close();
  self.read_on();
}

/// Everything is written and nothing more will be answered. Closing with unread bytes, also such as are still on their
/// way, would reset the connection and could take the answer from the client (RFC 9112, section 9.6). So unless the
/// client has nothing more to say the connection is closed on our side first, and what still comes is dropped.
template <class Policies>
void Connection<Policies>::finish() {
  const bool all_read = incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed();
  if (ended_ || (all_read && !client_stays_)) return close();
  linger();
}

/// Keeps the time at which the present state began: idle, or a request under way.
template <class Policies>
void Connection<Policies>::note_time() {
  const bool idle_now = incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed();
  if (idle_now == idle_noted_ && requests_ == requests_noted_) return;
  idle_noted_ = idle_now;
  requests_noted_ = requests_;
  since_ms_ = uv_now(all_.loop_);
}

template <class Policies>
bool Connection<Policies>::is_late(std::uint64_t now) {
  const Limits& limits = all_.limits_;
  const auto over = [now](std::uint64_t since, std::uint64_t limit) { return limit != 0 && now - since >= limit; };
  if (writing_) {
    const std::size_t unwritten = uv_stream_get_write_queue_size(stream());
    if (unwritten != unwritten_noted_) written_ms_ = now;  // slow, but it reads
    unwritten_noted_ = unwritten;
    return over(written_ms_, limits.write_timeout);
  }
  if (idle_noted_ && requests_ > 0) {
    return limits.keep_alive_timeout != 0 &&
           over(since_ms_, limits.keep_alive_timeout + limits.keep_alive_timeout_buffer);
  }
  const bool body = incoming_.phase() == Incoming::Phase::kBody;
  return over(since_ms_, limits.request_timeout) || (!body && over(since_ms_, limits.headers_timeout));
}

/// A request that takes too long gets 408, unless it has its answer; an idle client and one that does not read get
/// nothing.
template <class Policies>
void Connection<Policies>::end_late() {
  if (writing_ || (idle_noted_ && requests_ > 0)) return close();
  answer_raw(408);
  if (flush()) finish();
}

template <class Policies>
void Connection<Policies>::linger() {
  incoming_.drop();
  linger_deadline_ms_ = uv_now(all_.loop_) + Connections<Policies>::kLingerMs;
  all_.sweep_soon();
  if (uv_shutdown(&shutdown_, stream(), [](uv_shutdown_t*, int) {}) != 0) return close();
  read_on();
}

template <class Policies>
void Connection<Policies>::close() {
  auto* handle = reinterpret_cast<uv_handle_t*>(&tcp_);
  if (uv_is_closing(handle) == 0) uv_close(handle, on_closed);
}

template <class Policies>
void Connection<Policies>::on_closed(uv_handle_t* handle) {
  const std::unique_ptr<Connection> self(&of(handle));
  *self->back_ = self->next_;
  if (self->next_ != nullptr) self->next_->back_ = self->back_;
  --self->all_.open_;
}

// Each set of policies is compiled here once; server.cpp chooses among them.
template class Connections<Before>;
template class Connections<After>;

}  // namespace reference
