// One exchange on a fresh connection, with a limit on its time.
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/stop.h"
#include "harness/http/http.h"
#include "harness/http/response_parser.h"
#include "harness/http/socket.h"

namespace hotlap::http {
namespace {

// A signal that arrives just before poll() does not end it, so poll() never waits longer than this at a time.
constexpr int kLongestPollMs = 100;

std::string error_text(int number) { return std::generic_category().message(number); }

class Exchange {
 public:
  Exchange(std::uint16_t port, std::string_view request_bytes, bool head_request, int limit_ms)
      : unsent_(request_bytes),
        limit_ms_(limit_ms),
        deadline_(core::monotonic_now() + std::chrono::milliseconds(limit_ms)),
        socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)),
        parser_(head_request) {
    if (!socket_.open()) throw core::ArmFailure("could not be asked: " + error_text(errno), "");
    connect(port);
  }

  Response run() {
    while (!parser_.complete()) {
      const short events = wait_for(unsent_.empty() ? POLLIN : POLLIN | POLLOUT);
      if (events & POLLOUT) send_some();
      if (events & ~POLLOUT) receive_some();
    }
    look_behind();
    return std::move(parser_.response());
  }

 private:
  void connect(std::uint16_t port) {
    const sockaddr_in address = loopback(port);
    int failure = 0;
    if (::connect(socket_.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      failure = errno;
      if (failure == EINPROGRESS || failure == EINTR) {
        wait_for(POLLOUT);
        socklen_t size = sizeof failure;
        getsockopt(socket_.descriptor(), SOL_SOCKET, SO_ERROR, &failure, &size);
      }
    }
    if (failure != 0) {
      throw core::ArmFailure(fmt::format("took no connection on 127.0.0.1:{}: {}", port, error_text(failure)), "");
    }
  }

  // Waits until one of `events` (or an error) is there.
  short wait_for(int events) {
    for (;;) {
      core::throw_if_stop_requested();
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - core::monotonic_now()).count();
      if (left <= 0) {
        throw core::ArmFailure(fmt::format("gave no whole response within {} ms", limit_ms_), parser_.response().bytes);
      }
      pollfd entry{socket_.descriptor(), static_cast<short>(events), 0};
      const int count = poll(&entry, 1, static_cast<int>(std::min<std::int64_t>(left, kLongestPollMs)));
      if (count > 0) return entry.revents;
      if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
    }
  }

  void send_some() {
    const ssize_t sent = send(socket_.descriptor(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      unsent_.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EAGAIN && errno != EINTR) {
      unsent_ = {};  // a server may answer and close before it has read everything: what it said is read next
    }
  }

  void receive_some() {
    const std::optional<std::string_view> bytes = receive();
    if (!bytes) return;
    if (bytes->empty()) return parser_.end();
    parser_.feed(*bytes);
    if (parser_.response().bytes.size() > kLargestResponse) {
      throw core::ArmFailure(fmt::format("sent a response of more than {} bytes", kLargestResponse), "");
    }
  }

  // Bytes, or none at the end of the stream, or nothing when nothing has arrived.
  std::optional<std::string_view> receive() {
    const ssize_t count = recv(socket_.descriptor(), buffer_.data(), buffer_.size(), 0);
    if (count >= 0) return std::string_view(buffer_.data(), static_cast<std::size_t>(count));
    if (errno == EAGAIN || errno == EINTR) return std::nullopt;
    throw core::ArmFailure("broke the connection: " + error_text(errno), parser_.response().bytes);
  }

  // Bytes behind the response may have come in another packet; the stream may have ended already.
  void look_behind() {
    const ssize_t count = recv(socket_.descriptor(), buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (count > 0) parser_.feed(std::string_view(buffer_.data(), static_cast<std::size_t>(count)));
    if (count == 0) parser_.response().keep_alive = false;
  }

  std::string_view unsent_;
  int limit_ms_;
  core::Nanoseconds deadline_;
  Socket socket_;
  ResponseParser parser_;
  std::array<char, 65536> buffer_;
};

}  // namespace

Response fetch(std::uint16_t port, std::string_view request_bytes, bool head_request, int limit_ms) {
  return Exchange(port, request_bytes, head_request, limit_ms).run();
}

}  // namespace hotlap::http
