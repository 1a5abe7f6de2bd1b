// For the tests: a server that says exactly what a script tells it to, on threads of the test.
#pragma once

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "harness/http/socket.h"

namespace hotlap::http {

/// Listens on a free port until it is destroyed. A thread per connection; it knows some requests, byte for byte, none
/// the beginning of another. A connection that has sent one sends only that: on anything else it is closed
/// (`wrong_requests`).
class TestServer {
 public:
  enum class Then { keep, close, reset };
  struct Answer {
    std::string bytes;  ///< none: the request stays unanswered
    Then then = Then::keep;
    bool byte_by_byte = false;
  };
  /// What to answer to request `request` (from 0) on connection `connection` (from 0). Called from many threads.
  using Script = std::function<Answer(int connection, int request)>;

  TestServer(std::string request, Script script)
      : TestServer(std::vector<std::string>{std::move(request)}, std::move(script)) {}
  TestServer(std::vector<std::string> requests, Script script)
      : known_(std::move(requests)),
        connections_of_(known_.size()),
        script_(std::move(script)),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_.descriptor(), any, size) != 0 || listen(listener_.descriptor(), 512) != 0 ||
        getsockname(listener_.descriptor(), any, &size) != 0) {
      throw std::runtime_error("the test server cannot listen");
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~TestServer() {
    stopping_ = true;
    shutdown(listener_.descriptor(), SHUT_RDWR);
    acceptor_.join();
    shut_connections(SHUT_RDWR);
    for (std::thread& thread : threads_) thread.join();
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::uint16_t port() const { return port_; }
  std::uint64_t requests() const { return requests_; }
  std::uint64_t wrong_requests() const { return wrong_requests_; }
  std::uint64_t connections() const { return accepted_; }
  /// How many connections have sent the known request of this number.
  int connections_of(std::size_t request) const { return connections_of_.at(request); }
  /// Shuts the first `count` connections down from this side.
  void close_connections(std::size_t count) { shut_connections(SHUT_RDWR, count); }
  /// Says something on the first connection that nobody asked for.
  void say(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    send(connections_.at(0)->descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }

 private:
  void accept_all() {
    while (!stopping_) {
      Socket accepted(accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!accepted.open()) continue;
      const int on = 1;  // a held-back byte would arrive when a test no longer looks
      setsockopt(accepted.descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      const std::lock_guard lock(mutex_);
      const int number = static_cast<int>(accepted_++);
      connections_.push_back(std::make_unique<Socket>(std::move(accepted)));
      Socket* socket = connections_.back().get();
      threads_.emplace_back([this, socket, number] { serve(socket->descriptor(), number); });
    }
  }

  void shut_connections(int how, std::size_t count = SIZE_MAX) {
    const std::lock_guard lock(mutex_);
    for (const auto& socket : connections_) {
      if (count-- == 0) return;
      shutdown(socket->descriptor(), how);
    }
  }

  void serve(int descriptor, int number) {
    std::string received;
    const std::string* known = nullptr;
    std::vector<char> buffer(1 << 20);
    for (int request = 0;;) {
      const ssize_t count = recv(descriptor, buffer.data(), buffer.size(), 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      received.append(buffer.data(), static_cast<std::size_t>(count));
      if (known == nullptr) known = recognise(received);
      if (known == nullptr) continue;
      if (!answer_whole_requests(descriptor, number, *known, received, request)) break;
    }
    shutdown(descriptor, SHUT_RDWR);
  }

  /// The known request that a connection begins with; the first one for what begins like none, and null as long as
  /// too little has arrived.
  const std::string* recognise(const std::string& received) {
    bool may_be_known = false;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      may_be_known = may_be_known || known_[i].starts_with(received);
      if (known_.size() > 1 && !received.starts_with(known_[i])) continue;
      ++connections_of_[i];
      return &known_[i];
    }
    return may_be_known ? nullptr : &known_.front();
  }

  bool answer_whole_requests(int descriptor, int number, const std::string& known, std::string& received,
                             int& request) {
    std::size_t taken = 0;
    bool open = true;
    for (; open && received.size() - taken >= known.size(); taken += known.size()) {
      if (received.compare(taken, known.size(), known) != 0) {
        ++wrong_requests_;
        return false;
      }
      ++requests_;
      open = give(descriptor, script_(number, request++));
    }
    received.erase(0, taken);
    return open;
  }

  static bool give(int descriptor, const Answer& answer) {
    const std::size_t piece = answer.byte_by_byte ? 1 : answer.bytes.size();
    for (std::string_view rest = answer.bytes; !rest.empty();) {
      const ssize_t sent = send(descriptor, rest.data(), std::min(piece, rest.size()), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) return false;
      rest.remove_prefix(static_cast<std::size_t>(sent));
    }
    if (answer.then == Then::reset) abort_connection(descriptor);
    return answer.then == Then::keep;
  }

  // Disconnecting an established socket resets it, and the descriptor stays ours to close.
  static void abort_connection(int descriptor) {
    sockaddr nobody{};
    nobody.sa_family = AF_UNSPEC;
    if (::connect(descriptor, &nobody, sizeof nobody) != 0) throw std::runtime_error("the test server cannot reset");
  }

  std::vector<std::string> known_;
  std::vector<std::atomic<int>> connections_of_;
  Script script_;
  Socket listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> requests_{0};
  std::atomic<std::uint64_t> wrong_requests_{0};
  std::atomic<std::uint64_t> accepted_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Socket>> connections_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

/// A port on which nobody listens.
inline std::uint16_t unused_port() {
  const Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket.descriptor(), any, size) != 0 || getsockname(socket.descriptor(), any, &size) != 0) {
    throw std::runtime_error("no free port");
  }
  return ntohs(address.sin_port);
}

}  // namespace hotlap::http
