// One client: the path of bytes from the socket to the parser and of answers back, timeouts, and the end.
#include "servers/reference/connection.h"

#include <memory>
#include <string>

#include "servers/reference/status.h"

namespace reference {

Connection::Connection(Connections& all, const llhttp_settings_t& settings)
    : all_(all),
      output_(all.cork_, stream()),
      incoming_(settings, this, all.read_buffer_),
      next_(all.first_),
      back_(&all.first_) {
  if (next_ != nullptr) next_->back_ = &next_;
  all.first_ = this;
  ++all.open_;
  since_ms_ = uv_now(all.loop_);
  uv_tcp_init(all.loop_, &tcp_);
  tcp_.data = this;
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
  uv_tcp_nodelay(&tcp_, 1);
  read_on();
}

void Connection::read_on() {
  const int status = uv_read_start(stream(), on_room, on_read);
  if (status != 0 && status != UV_EALREADY) close();
}

void Connection::on_room(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
  const Incoming::Room room = of(handle).incoming_.room();
  *buffer = uv_buf_init(room.begin, static_cast<unsigned>(room.size));
}

void Connection::on_read(uv_stream_t* stream, ssize_t size, const uv_buf_t*) {
  Connection& self = of(stream);
  if (size > 0) {
    if (self.linger_deadline_ms_ != 0) return;
    self.incoming_.received(static_cast<std::size_t>(size));
    self.process();
    self.incoming_.release_shared();
    self.note_time();
  } else if (size == UV_EOF) {
    self.take_end();
  } else if (size < 0) {
    self.close();
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

/// True when nothing is left to write. Else the rest is on its way, and on_written goes on from there.
bool Connection::flush() {
  output_.uncork();
  if (output_.failed()) {
    close();
    return false;
  }
  const std::string_view waiting = output_.waiting();
  if (waiting.empty()) return true;
  writing_ = true;
  written_ms_ = uv_now(all_.loop_);
  uv_read_stop(stream());
  uv_buf_t buffer = uv_buf_init(const_cast<char*>(waiting.data()), static_cast<unsigned>(waiting.size()));
  if (uv_write(&write_, stream(), &buffer, 1, on_written) != 0) close();
  return false;
}

void Connection::on_written(uv_write_t* write, int status) {
  Connection& self = of(write->handle);
  self.writing_ = false;
  self.output_.clear_waiting();
  if (status != 0) return self.close();
  if (self.last_) return self.finish();
  if (self.incoming_.has_unparsed()) {
    self.process();
    self.note_time();
  }
  auto* handle = reinterpret_cast<uv_handle_t*>(self.stream());
  if (self.writing_ || self.last_ || uv_is_closing(handle) != 0) return;
  if (self.all_.draining() && self.idle()) return self.close();
  self.read_on();
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
void Connection::end_late() {
  if (writing_ || (idle_noted_ && requests_ > 0)) return close();
  answer_raw(408);
  if (flush()) finish();
}

void Connection::linger() {
  incoming_.drop();
  linger_deadline_ms_ = uv_now(all_.loop_) + Connections::kLingerMs;
  all_.sweep_soon();
  if (uv_shutdown(&shutdown_, stream(), [](uv_shutdown_t*, int) {}) != 0) return close();
  read_on();
}

void Connection::close() {
  auto* handle = reinterpret_cast<uv_handle_t*>(&tcp_);
  if (uv_is_closing(handle) != 0) return;
  output_.uncork();  // the next connection must not find the cork with one that is gone
  uv_close(handle, on_closed);
}

void Connection::on_closed(uv_handle_t* handle) {
  const std::unique_ptr<Connection> self(&of(handle));
  self->lost();
  *self->back_ = self->next_;
  if (self->next_ != nullptr) self->next_->back_ = self->back_;
  --self->all_.open_;
}

}  // namespace reference
