// Non-blocking connects, all at once.
#include "harness/load/closed_connect.h"

#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/stop.h"

namespace hotlap::load {
namespace {

constexpr int kLongestPollMs = 100;  // a signal that comes just before poll() does not end it

// Starts one; returns 0, EINPROGRESS, or why not.
int begin_connect(http::Socket& connection, const sockaddr_in& address) {
  connection = http::Socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!connection.open()) return errno;
  const int on = 1;
  if (setsockopt(connection.descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) return errno;
  const int result = ::connect(connection.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (result == 0) return 0;
  return errno == EINTR ? EINPROGRESS : errno;
}

int outcome(int descriptor) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

// Looks at the pending ones once; their results replace EINPROGRESS.
void settle(const std::vector<http::Socket>& connections, std::vector<int>& results) {
  std::vector<pollfd> waiting;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i] != EINPROGRESS) continue;
    waiting.push_back({connections[i].descriptor(), POLLOUT, 0});
    indices.push_back(i);
  }
  if (poll(waiting.data(), waiting.size(), kLongestPollMs) <= 0) return;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    if (waiting[i].revents != 0) results[indices[i]] = outcome(waiting[i].fd);
  }
}

}  // namespace

std::vector<http::Socket> connect_all(std::uint16_t port, int count, core::Nanoseconds limit) {
  const core::Nanoseconds deadline = core::monotonic_now() + limit;
  const sockaddr_in address = http::loopback(port);
  std::vector<http::Socket> connections(static_cast<std::size_t>(count));
  std::vector<int> results;
  results.reserve(connections.size());
  for (http::Socket& connection : connections) results.push_back(begin_connect(connection, address));
  const auto pending = [&] { return std::count(results.begin(), results.end(), EINPROGRESS); };
  while (pending() > 0 && core::monotonic_now() < deadline) {
    core::throw_if_stop_requested();
    settle(connections, results);
  }
  const auto bad = std::find_if(results.begin(), results.end(), [](int result) { return result != 0; });
  if (bad == results.end()) return connections;
  const std::string why =
      *bad == EINPROGRESS
          ? fmt::format("not established within {} s", std::chrono::duration_cast<std::chrono::seconds>(limit).count())
          : std::generic_category().message(*bad);
  throw core::ArmFailure(fmt::format("{} of {} connections to 127.0.0.1:{} could not be opened: {}",
                                     count - std::count(results.begin(), results.end(), 0), count, port, why),
                         "");
}

}  // namespace hotlap::load
