// One client: the path of a request from the socket to the handler and of the answer back.
#include "servers/reference/connection.h"

#include <memory>

#include "servers/reference/policies.h"

namespace reference {

namespace {
// As node words them, without a Date: sent when there is no request to answer.
constexpr std::string_view kBadRequest = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
constexpr std::string_view kHeadTooLarge = "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
}  // namespace

template <class Policies>
Connections<Policies>::Connections(uv_loop_t* loop, Handler<Policies> handler)
    : loop_(loop),
      handler_(handler),
      settings_(Incoming::settings_for(
          {Connection<Policies>::on_headers_complete, Connection<Policies>::on_message_complete})) {
  uv_timer_init(loop, &sweep_);
  uv_unref(reinterpret_cast<uv_handle_t*>(&sweep_));
  sweep_.data = this;
}

template <class Policies>
void Connections<Policies>::accept(uv_stream_t* listener) {
  auto* connection = new Connection<Policies>(*this);  // deletes itself when its handle is closed
  if (uv_accept(listener, connection->stream()) != 0) return connection->close();
  connection->start();
}

template <class Policies>
void Connections<Policies>::drain() {
  drain_deadline_ms_ = uv_now(loop_) + kDrainMs;
  start_sweep();
  for (auto* connection = first_; connection != nullptr; connection = connection->next_) {
    if (connection->idle()) connection->close();
  }
}

template <class Policies>
void Connections<Policies>::close_timer() {
  uv_close(reinterpret_cast<uv_handle_t*>(&sweep_), nullptr);
}

template <class Policies>
void Connections<Policies>::start_sweep() {
  if (uv_is_active(reinterpret_cast<uv_handle_t*>(&sweep_)) == 0) uv_timer_start(&sweep_, on_sweep, kSweepMs, kSweepMs);
}

template <class Policies>
void Connections<Policies>::on_sweep(uv_timer_t* timer) {
  auto& self = *static_cast<Connections*>(timer->data);
  const std::uint64_t now = uv_now(self.loop_);
  const bool drained = self.drain_deadline_ms_ != 0 && now >= self.drain_deadline_ms_;
  bool needed = self.drain_deadline_ms_ != 0;
  for (auto* connection = self.first_; connection != nullptr; connection = connection->next_) {
    const std::uint64_t deadline = connection->linger_deadline_ms_;
    if (drained || (deadline != 0 && now >= deadline)) {
      connection->close();
    } else if (deadline != 0) {
      needed = true;
    }
  }
  if (!needed) uv_timer_stop(timer);
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
    switch (outcome) {
      case Incoming::Outcome::kMalformed:
        answer_raw(kBadRequest);
        break;
      case Incoming::Outcome::kTooLarge:
        answer_raw(kHeadTooLarge);
        break;
      case Incoming::Outcome::kRefused:
        last_ = true;
        break;
      case Incoming::Outcome::kAllParsed:
      case Incoming::Outcome::kPaused:
        break;
    }
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
  answer_raw(kBadRequest);
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
int Connection<Policies>::on_message_complete(llhttp_t* parser) {
  auto& self = Incoming::owner<Connection>(parser);
  self.incoming_.message_is_complete();
  return self.last_ || self.output_.size() >= kHighWater ? HPE_PAUSED : 0;
}

/// As node does, the answer is made when the head is complete; a body is read afterwards and dropped.
template <class Policies>
void Connection<Policies>::answer() {
  const Request& request = incoming_.request();
  const bool http_1_1 = request.is_http_1_1();
  const bool draining = all_.drain_deadline_ms_ != 0;
  response_.begin({.keep_alive = incoming_.should_keep_alive() && !draining,
                   .http_1_1 = http_1_1,
                   .wants_body = request.method() != HTTP_HEAD,
                   .loop_ms = uv_now(all_.loop_)});
  if (http_1_1 && !request.header("host")) {
    refuse(400);
  } else if (const auto expectation = http_1_1 ? request.header("expect") : std::nullopt) {
    answer_expectation(*expectation);
  } else {
    all_.handler_(request, response_);
  }
  check(response_.ended(), "a handler ends its response before it returns");
  ++all_.answered_;
  last_ = response_.last();
}

template <class Policies>
void Connection<Policies>::answer_expectation(std::string_view expectation) {
  if (!has_word(expectation, "100-continue")) {
    response_.write_head(417);
    return response_.end();
  }
  output_.append(kContinue);
  all_.handler_(incoming_.request(), response_);
}

/// An answer of the server itself, after which the connection ends.
template <class Policies>
void Connection<Policies>::refuse(int status) {
  static constexpr Header kClose[] = {{"Connection", "close"}};
  response_.write_head(status, kClose);
  response_.end();
}

/// Something is wrong with what came. If the request was answered already there is nothing to add.
template <class Policies>
void Connection<Policies>::answer_raw(std::string_view bytes) {
  last_ = true;
  if (incoming_.phase() == Incoming::Phase::kBody) return;
  output_.append(bytes);
  ++all_.answered_;
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
  if (self.incoming_.has_unparsed()) self.process();
  auto* handle = reinterpret_cast<uv_handle_t*>(self.stream());
  if (self.writing_ || self.last_ || uv_is_closing(handle) != 0) return;
  if (self.all_.drain_deadline_ms_ != 0 && self.idle()) return self.close();
  self.read_on();
}

/// Everything is written and nothing more will be answered. Closing with unread bytes would reset the connection and
/// could take the answer from the client, so such a connection is closed on our side first and what still comes is
/// dropped.
template <class Policies>
void Connection<Policies>::finish() {
  const bool all_read = incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed();
  if (all_read || ended_) return close();
  linger();
}

template <class Policies>
void Connection<Policies>::linger() {
  incoming_.drop();
  linger_deadline_ms_ = uv_now(all_.loop_) + Connections<Policies>::kLingerMs;
  all_.start_sweep();
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
}

// Each set of policies is compiled here once; server.cpp chooses among them.
template class Connections<Before>;
template class Connections<After>;

}  // namespace reference
