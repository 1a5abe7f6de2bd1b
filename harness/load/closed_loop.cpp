// The timed part of the built-in client.
#include "harness/load/closed_loop.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "harness/core/clock.h"
#include "harness/core/stop.h"

namespace hotlap::load {
namespace {

constexpr std::size_t kBufferBytes = 65536;
// A signal that comes just before epoll_wait() does not end it, so it never waits longer than this at a time.
constexpr int kLongestWaitMs = 100;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::int64_t now_ns() noexcept { return core::monotonic_now().count(); }

}  // namespace

ClosedLoop::ClosedLoop(const Target& target, std::vector<http::Socket> sockets)
    : pipeline_(static_cast<std::uint32_t>(target.shape.pipeline)),
      status_(target.status),
      body_bytes_(target.head_request ? -1 : target.body_bytes),
      awake_(target.awake),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      events_(sockets.size()),
      buffer_(kBufferBytes) {
  add_burst(target.request_bytes);
  for (const std::string& request : target.other_kinds) add_burst(request);
  if (sockets.empty() || pipeline_ < 1) throw std::logic_error("a load without a connection");
  if (!epoll_.open()) throw std::system_error(errno, std::generic_category(), "epoll_create1");
  llhttp_settings_init(&settings_);
  if (target.head_request) settings_.on_headers_complete = on_headers_complete_of_head;
  settings_.on_body = on_body;
  settings_.on_message_complete = on_message_complete;
  for (http::Socket& socket : sockets) {
    const Burst& burst = bursts_[connections_.size() % bursts_.size()];
    Connection& connection = connections_.emplace_back(std::move(socket), burst, pipeline_, settings_);
    epoll_event interest{EPOLLIN, {&connection}};
    if (epoll_ctl(epoll_.descriptor(), EPOLL_CTL_ADD, connection.socket.descriptor(), &interest) != 0) {
      throw std::system_error(errno, std::generic_category(), "epoll_ctl");
    }
  }
}

void ClosedLoop::add_burst(const std::string& request) {
  if (request.empty()) throw std::logic_error("a load without a request");
  Burst& burst = bursts_.emplace_back(Burst{request.size(), {}});
  for (std::uint32_t i = 0; i <= pipeline_; ++i) burst.bytes += request;
}

int ClosedLoop::on_body(llhttp_t* parser, const char*, std::size_t length) {
  static_cast<Connection*>(parser->data)->body_bytes += length;
  return 0;
}

void ClosedLoop::run(core::Nanoseconds length, core::Histogram& latency) noexcept {
  begin(latency);
  most_ = std::numeric_limits<std::uint64_t>::max();
  deadline_ = started_ + length.count();
  give_up_at_ = deadline_ + kDrainLimit.count();
  run_to_the_end();
}

void ClosedLoop::run_burst(std::uint64_t requests, core::Histogram& latency) noexcept {
  begin(latency);
  most_ = requests;
  deadline_ = kNever;
  give_up_at_ = started_ + kBurstLimit.count();
  run_to_the_end();
}

void ClosedLoop::run_to_the_end() noexcept {
  for (Connection& connection : connections_) {
    now_ = now_ns();
    start(connection, pipeline_);
  }
  const int longest_wait_ms = awake_ ? 0 : kLongestWaitMs;
  while (under_way() > 0) {
    const int count =
        epoll_wait(epoll_.descriptor(), events_.data(), static_cast<int>(events_.size()), longest_wait_ms);
    if (core::stop_requested()) interrupted_ = true;
    if (count <= 0) {
      nothing_to_do();
    } else {
      waiting_since_ = 0;
      for (int i = 0; i < count; ++i) handle(events_[static_cast<std::size_t>(i)]);
    }
    if (interrupted_ || now_ > give_up_at_) give_up();
  }
}

void ClosedLoop::begin(core::Histogram& latency) noexcept {
  latency_ = &latency;
  started_ = now_ = last_answer_ = now_ns();
  waiting_since_ = waited_awake_ = 0;
}

void ClosedLoop::nothing_to_do() noexcept {
  now_ = now_ns();
  if (!awake_) return;
  if (waiting_since_ != 0) waited_awake_ += now_ - waiting_since_;
  waiting_since_ = now_;
}

// Puts `count` more requests under way, or what is left of a burst; they leave in one send.
void ClosedLoop::start(Connection& connection, std::uint32_t count) noexcept {
  count = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, most_ - sent_));
  if (count == 0 || !connection.socket.open()) return;
  for (std::uint32_t i = 0; i < count; ++i) connection.push(now_);
  sent_ += count;
  connection.unsent += count * connection.burst->request_bytes;
  if (!connection.waits_to_write) flush(connection);
}

void ClosedLoop::flush(Connection& connection) noexcept {
  const auto& [request_bytes, bytes] = *connection.burst;
  const std::size_t rest_of_request = connection.unsent % request_bytes;
  const std::size_t from = rest_of_request == 0 ? 0 : request_bytes - rest_of_request;
  // More than the burst holds can be unsent when a server answers requests that it has not read yet.
  const std::size_t length = std::min(connection.unsent, bytes.size() - from);
  const ssize_t taken = send(connection.socket.descriptor(), bytes.data() + from, length, MSG_NOSIGNAL);
  if (taken >= 0) {
    connection.unsent -= static_cast<std::size_t>(taken);
  } else if (errno != EAGAIN && errno != EINTR) {
    fail({FailureKind::broken, connection.outstanding, static_cast<std::uint64_t>(errno)});
    return lose(connection);
  }
  const bool wait = connection.unsent > 0;
  if (wait == connection.waits_to_write) return;
  connection.waits_to_write = wait;
  epoll_event interest{wait ? EPOLLIN | EPOLLOUT : EPOLLIN, {&connection}};
  if (epoll_ctl(epoll_.descriptor(), EPOLL_CTL_MOD, connection.socket.descriptor(), &interest) != 0) {
    fail({FailureKind::broken, connection.outstanding, static_cast<std::uint64_t>(errno)});
    lose(connection);
  }
}

void ClosedLoop::handle(const epoll_event& event) noexcept {
  Connection& connection = *static_cast<Connection*>(event.data.ptr);
  if (event.events & ~EPOLLOUT) receive(connection);
  if ((event.events & EPOLLOUT) && connection.socket.open()) {
    now_ = now_ns();  // a server that reads and never answers must not stop the clock
    if (connection.unsent > 0) flush(connection);
  }
}

void ClosedLoop::receive(Connection& connection) noexcept {
  // One recv an event: when the buffer fills, epoll reports the rest, and no connection can keep the loop to itself.
  const ssize_t count = recv(connection.socket.descriptor(), buffer_.data(), buffer_.size(), 0);
  const int error = errno;
  now_ = now_ns();
  if (count == 0) return end_of_stream(connection);
  if (count < 0) {
    if (error == EAGAIN || error == EINTR) return;
    fail({FailureKind::broken, connection.outstanding, static_cast<std::uint64_t>(error)}, connection.partial.view());
    return lose(connection);
  }
  bytes_ += static_cast<std::uint64_t>(count);
  consume(connection, {buffer_.data(), static_cast<std::size_t>(count)});
  if (now_ < deadline_ && !failure_.happened()) start(connection, pipeline_ - connection.outstanding);
}

// The parser stops behind every response, so that each byte is known to belong to one that was asked for.
void ClosedLoop::consume(Connection& connection, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    if (connection.outstanding == 0) {
      fail({FailureKind::unsolicited, bytes.size()}, bytes);
      return lose(connection);
    }
    const llhttp_errno_t code = llhttp_execute(&connection.parser, bytes.data(), bytes.size());
    if (code == HPE_OK) return connection.partial.append(bytes);
    if (code != HPE_PAUSED) {
      fail({FailureKind::malformed, static_cast<std::uint64_t>(code), 0, llhttp_get_error_reason(&connection.parser)},
           connection.partial.view(), bytes);
      return lose(connection);
    }
    const auto taken = static_cast<std::size_t>(llhttp_get_error_pos(&connection.parser) - bytes.data());
    llhttp_resume(&connection.parser);
    complete(connection, bytes.substr(0, taken));
    if (!connection.socket.open()) return;
    bytes.remove_prefix(taken);
  }
}

// A whole response; `bytes` is its last piece, the earlier ones are in `partial`.
void ClosedLoop::complete(Connection& connection, std::string_view bytes) noexcept {
  const int status = llhttp_get_status_code(&connection.parser);
  const std::uint64_t body_bytes = std::exchange(connection.body_bytes, 0);
  const bool interim = status / 100 == 1 && status != HTTP_STATUS_SWITCHING_PROTOCOLS;
  if (!interim) {
    last_answer_ = now_;
    const std::int64_t sent_at = connection.pop();
    const bool kept_alive = llhttp_should_keep_alive(&connection.parser) != 0;
    const bool right_length = body_bytes_ < 0 || body_bytes == static_cast<std::uint64_t>(body_bytes_);
    if (status == status_ && right_length && kept_alive) {
      ++answered_;
      latency_->record(static_cast<std::uint64_t>(now_ - sent_at));
    } else {
      ++failed_;
      const auto got = static_cast<std::uint64_t>(status);
      const Failure failure = status != status_ ? Failure{FailureKind::status, got, static_cast<std::uint64_t>(status_)}
                              : !right_length
                                  ? Failure{FailureKind::length, body_bytes, static_cast<std::uint64_t>(body_bytes_)}
                                  : Failure{FailureKind::not_kept_alive};
      fail(failure, connection.partial.view(), bytes);
      if (!kept_alive) lose(connection);
    }
  }
  connection.partial.length = 0;
}

void ClosedLoop::end_of_stream(Connection& connection) noexcept {
  // llhttp ends a message at the end of the stream only when it has no other end.
  const bool was_response = connection.outstanding > 0 && llhttp_finish(&connection.parser) == HPE_PAUSED;
  fail({was_response ? FailureKind::no_length : FailureKind::closed, connection.outstanding},
       connection.partial.view());
  lose(connection);
}

// One failure voids the lap: nothing new is started, and what is under way gets a little time.
void ClosedLoop::fail(const Failure& failure, std::string_view before, std::string_view now) noexcept {
  if (failure_.happened()) return;
  failure_.note(failure, before, now);
  give_up_at_ = std::min(give_up_at_, now_ + kDrainLimitAfterFailure.count());
}

// The connection is no use any more; what it owed has failed.
void ClosedLoop::lose(Connection& connection) noexcept {
  failed_ += connection.outstanding;
  connection.outstanding = 0;
  connection.unsent = 0;
  connection.socket.close();  // which takes it out of epoll, too
}

void ClosedLoop::give_up() noexcept {
  const std::uint64_t left = under_way();
  for (Connection& connection : connections_) {
    if (connection.outstanding == 0) continue;
    const FailureKind kind = deadline_ == kNever ? FailureKind::overdue : FailureKind::unfinished;
    if (!interrupted_) failure_.note({kind, left}, connection.partial.view());
    connection.outstanding = 0;
    lose(connection);  // a late answer would be taken for one of the next lap
  }
  unfinished_ = left;
}

bool ClosedLoop::ready() noexcept {
  sent_ = answered_ = failed_ = unfinished_ = bytes_ = 0;
  started_ = last_answer_ = 0;
  interrupted_ = false;
  failure_.clear();
  const std::uint64_t all = connections_.size();
  const std::uint64_t open_before = open_count();
  if (open_before < all) {
    failure_.note({FailureKind::lost_before, all - open_before, all});
    return false;
  }
  const int count = epoll_wait(epoll_.descriptor(), events_.data(), static_cast<int>(events_.size()), 0);
  std::uint64_t said = 0;
  for (int i = 0; i < count; ++i) {
    said += look_at_idle(*static_cast<Connection*>(events_[static_cast<std::size_t>(i)].data.ptr));
  }
  const std::uint64_t closed = all - open_count();
  if (said > 0) failure_.note({FailureKind::said_between, said}, {buffer_.data(), std::min(said, kSeenLimit)});
  if (closed > 0) failure_.note({FailureKind::closed_between, closed, all});
  return !failure_.happened();
}

// An idle connection with an event: bytes nobody asked for (how many), or its end (0, and it is closed).
std::uint64_t ClosedLoop::look_at_idle(Connection& connection) noexcept {
  const ssize_t count = recv(connection.socket.descriptor(), buffer_.data(), buffer_.size(), MSG_PEEK);
  if (count > 0) return static_cast<std::uint64_t>(count);
  if (count == 0 || (errno != EAGAIN && errno != EINTR)) lose(connection);
  return 0;
}

std::uint64_t ClosedLoop::open_count() const noexcept {
  return static_cast<std::uint64_t>(
      std::count_if(connections_.begin(), connections_.end(), [](const Connection& c) { return c.socket.open(); }));
}

Lap ClosedLoop::result() const {
  Lap lap;
  lap.elapsed = core::Nanoseconds(last_answer_ - started_);
  lap.sent = sent_;
  lap.answered = answered_;
  lap.failed = failed_;
  lap.unfinished = unfinished_;
  lap.bytes = bytes_;
  lap.open_connections = static_cast<int>(open_count());
  lap.failure = failure_.text();
  lap.failure_seen = failure_.seen();
  return lap;
}

}  // namespace hotlap::load
