// One client: the path of bytes from the socket to the parser and of answers back, timeouts, and the end.
#include "servers/reference/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "servers/reference/status.h"

namespace reference {

Connection::Connection(Connections& all, int socket, const llhttp_settings_t& settings)
    : all_(all),
      output_(all.cork_, socket),
      incoming_(settings, this, all.read_buffer_),
      socket_(socket),
      next_(all.first_),
      back_(&all.first_) {
  if (next_ != nullptr) next_->back_ = &next_;
  all.first_ = this;
  ++all.open_;
  since_ms_ = uv_now(all.loop_);
}

bool Connection::stays() const {
  const std::uint64_t most = all_.limits_.max_requests_per_socket;
  return !all_.draining() && (most == 0 || requests_ + 1 < most);
}

bool Connection::has_its_fill() const {
  const std::uint64_t most = all_.limits_.max_requests_per_socket;
  return most != 0 && requests_ >= most;
}

void Connection::start() {
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));  // slower without, but no less correct
  poll_.data = this;
  if (uv_poll_init(all_.loop_, &poll_, socket_) != 0) {
    ::close(socket_);
    return end();
  }
  wait_for(UV_READABLE);
}

/// Asks the kernel only when the answer would be another.
void Connection::wait_for(int events) {
  if (awaited_ == events) return;
  awaited_ = events;
  if (uv_poll_start(&poll_, events, on_ready) != 0) close();
}

void Connection::on_ready(uv_poll_t* poll, int status, int) {
  auto& self = *static_cast<Connection*>(poll->data);
  if (status != 0) return self.close();
  if (self.writing_) return self.write();
  self.read();
}

void Connection::read() {
  const Incoming::Room room = incoming_.room();
  const ssize_t size = ::recv(socket_, room.begin, room.size, 0);
  if (size > 0) {
    if (linger_deadline_ms_ != 0) return;
    incoming_.received(static_cast<std::size_t>(size));
    process();
    incoming_.release_shared();
    note_time();
  } else if (size == 0) {
    take_end();
  } else if (errno != EAGAIN && errno != EINTR) {
    close();
  }
}

/// Parses what there is and writes the answers, until more must be read or written first.
void Connection::process() {
  for (;;) {
    output_.cork();
    const Incoming::Outcome outcome = incoming_.parse();
    if (outcome == Incoming::Outcome::kFailed) answer_raw(incoming_.failure_status());
    if (!flush()) return;
    if (last_) return finish();
    if (outcome != Incoming::Outcome::kPaused) break;
  }
  if (all_.draining() && idle()) close();
}

/// The client has closed its side: a request that is not complete never will be.
void Connection::take_end() {
  ended_ = true;
  if (linger_deadline_ms_ != 0 || incoming_.phase() != Incoming::Phase::kHead) return close();
  answer_raw(400);
  if (flush()) finish();
}

/// Something is wrong with what came. As node words it, without a Date: there is no request to answer. If its answer
/// has begun already there is nothing to add.
void Connection::answer_raw(int status) {
  last_ = true;
  client_stays_ = true;
  output_.cork();
  if (take_client_error(status)) return;
  const bool in_body = incoming_.phase() == Incoming::Phase::kBody;
  if (in_body && answer() != Answer::kDue) return;
  output_.append("HTTP/1.1 ");
  output_.append(std::to_string(status));
  output_.append(" ");
  output_.append(reason_phrase(status));
  output_.append("\r\nConnection: close\r\n\r\n");
  ++all_.answered_;
}

/// True when nothing is left to write. Else write() goes on when the client has taken something.
bool Connection::flush() {
  output_.uncork();
  if (output_.failed()) {
    close();
    return false;
  }
  if (output_.waiting() == 0) return true;
  writing_ = true;
  written_ms_ = uv_now(all_.loop_);
  wait_for(UV_WRITABLE);
  return false;
}

/// The client takes bytes again.
void Connection::write() {
  if (!output_.drain()) return;
  if (output_.failed()) return close();
  writing_ = false;
  if (last_) return finish();
  if (incoming_.has_unparsed()) {
    process();
    note_time();
  }
  if (writing_ || last_ || is_closing()) return;
  if (all_.draining() && idle()) return close();
  wait_for(UV_READABLE);
}

/// Everything is written and nothing more will be answered. Closing with unread bytes, also such as are still on their
/// way, would reset the connection and could take the answer from the client (RFC 9112, section 9.6). So unless the
/// client has nothing more to say the connection is closed on our side first, and what still comes is dropped.
void Connection::finish() {
  const bool all_read = incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed();
  if (ended_ || (all_read && !client_stays_)) return close();
  linger();
}

/// Keeps the time at which the present state began: idle, or a request under way.
void Connection::note_time() {
  const bool idle_now = incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed();
  if (idle_now == idle_noted_ && requests_ == requests_noted_) return;
  idle_noted_ = idle_now;
  requests_noted_ = requests_;
  since_ms_ = uv_now(all_.loop_);
}

bool Connection::is_late(std::uint64_t now) {
  const Limits& limits = all_.limits_;
  const auto over = [now](std::uint64_t since, std::uint64_t limit) { return limit != 0 && now - since >= limit; };
  if (writing_) {
    const std::size_t unwritten = output_.waiting();
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
void Connection::end_late() {
  if (writing_ || (idle_noted_ && requests_ > 0)) return close();
  answer_raw(408);
  if (flush()) finish();
}

void Connection::linger() {
  incoming_.drop();
  linger_deadline_ms_ = uv_now(all_.loop_) + Connections::kLingerMs;
  all_.sweep_soon();
  if (::shutdown(socket_, SHUT_WR) != 0) return close();
  wait_for(UV_READABLE);
}

void Connection::close() {
  if (is_closing()) return;
  output_.uncork();  // the next connection must not find the cork with one that is gone
  uv_close(reinterpret_cast<uv_handle_t*>(&poll_), on_closed);
  ::close(socket_);
}

void Connection::on_closed(uv_handle_t* handle) {
  static_cast<Connection*>(handle->data)->end();
}

void Connection::end() {
  const std::unique_ptr<Connection> self(this);
  lost();
  *back_ = next_;
  if (next_ != nullptr) next_->back_ = back_;
  --all_.open_;
}

}  // namespace reference
