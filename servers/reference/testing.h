// What the tests of this room share: the program as a child process, and a client that sends what it is told.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reference::testing {

/// Calls of operator new in this program so far.
std::size_t allocations();

using Clock = std::chrono::steady_clock;
inline constexpr std::chrono::seconds kDeadline{20};

inline constexpr const char* kProgram = HOTLAP_BUILD_DIR "/servers/reference/reference-server";

inline sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// A port that was free a moment ago.
inline std::uint16_t free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  close(fd);
  return ntohs(address.sin_port);
}

/// Waits until the descriptor is ready; false at the deadline.
inline bool ready(int fd, short events, std::chrono::milliseconds limit = kDeadline) {
  pollfd entry{fd, events, 0};
  return poll(&entry, 1, static_cast<int>(limit.count())) == 1;
}

class Client {
 public:
  explicit Client(std::uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_in address = loopback(port);
    connected_ = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    const int on = 1;
    setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    fcntl(fd_, F_SETFL, O_NONBLOCK);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { close(fd_); }

  bool connected() const { return connected_; }
  int fd() const { return fd_; }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      ASSERT_TRUE(ready(fd_, POLLOUT));
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      ASSERT_GT(sent, 0);
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  /// For a client that may be reset before it has sent all.
  void send_while_open(std::string_view bytes) {
    while (!bytes.empty() && ready(fd_, POLLOUT)) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void send_end() { shutdown(fd_, SHUT_WR); }

  /// The next `size` bytes, fewer when the connection ends before.
  std::string read(std::size_t size) {
    std::string bytes;
    while (bytes.size() < size && ready(fd_, POLLIN)) {
      char buffer[65536];
      const ssize_t got = recv(fd_, buffer, std::min(sizeof(buffer), size - bytes.size()), 0);
      if (got <= 0) break;
      bytes.append(buffer, static_cast<std::size_t>(got));
    }
    return bytes;
  }

  /// Everything until the server closes. The deadline is a failure, and so is a reset, unless it may be: to a client
  /// that asked for the close and then sent on (RFC 9112, section 9.6), when whether it does is up to the scheduler.
  std::string read_to_end(bool may_be_reset = false) {
    std::string bytes;
    for (;;) {
      char buffer[65536];
      if (!ready(fd_, POLLIN)) {
        ADD_FAILURE() << "the server did not close; so far: " << bytes;
        return bytes;
      }
      const ssize_t got = recv(fd_, buffer, sizeof(buffer), 0);
      if (got < 0 && !may_be_reset) ADD_FAILURE() << "reset after: " << bytes;
      if (got <= 0) return bytes;
      bytes.append(buffer, static_cast<std::size_t>(got));
    }
  }

 private:
  int fd_;
  bool connected_ = false;
};

/// What a program left behind.
struct Ended {
  int code = -1;  ///< exit code; -1: killed or not ended in time
  std::string out;
  std::string error;
};

/// The program, started with its own pipes; killed if it is still there at the end.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments) {
    int out[2], error[2];
    EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
    EXPECT_EQ(pipe2(error, O_CLOEXEC), 0);
    std::vector<char*> argv{const_cast<char*>(kProgram)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      dup2(error[1], STDERR_FILENO);
      execv(kProgram, argv.data());
      _exit(127);
    }
    close(out[1]);
    close(error[1]);
    out_ = out[0];
    error_ = error[0];
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(out_);
    close(error_);
  }

  pid_t pid() const { return pid_; }
  void signal(int number) const { kill(pid_, number); }

  /// Waits for the end of its output and then for its end.
  Ended wait() {
    Ended ended;
    const auto deadline = Clock::now() + kDeadline;
    if (!drain(out_, ended.out, deadline) || !drain(error_, ended.error, deadline)) return ended;
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
    return ended;
  }

 private:
  static bool drain(int fd, std::string& text, Clock::time_point deadline) {
    for (;;) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0 || !ready(fd, POLLIN, left)) return false;
      char buffer[4096];
      const ssize_t got = ::read(fd, buffer, sizeof(buffer));
      if (got <= 0) return true;
      text.append(buffer, static_cast<std::size_t>(got));
    }
  }

  pid_t pid_ = -1;
  int out_ = -1;
  int error_ = -1;
};

/// The server, listening.
class Server {
 public:
  explicit Server(const std::string& handler, const std::string& hot_paths = "",
                  const std::vector<std::string>& more = {})
      : port_(free_port()), program_(arguments(handler, hot_paths, more)) {
    const auto deadline = Clock::now() + kDeadline;
    while (!Client(port_).connected()) {
      if (Clock::now() > deadline) {
        ADD_FAILURE() << "the server does not listen";
        return;
      }
      poll(nullptr, 0, 1);
    }
  }

  std::uint16_t port() const { return port_; }
  pid_t pid() const { return program_.pid(); }
  void signal(int number) const { program_.signal(number); }
  Ended wait() { return program_.wait(); }
  Ended stop() {
    signal(SIGTERM);
    return wait();
  }

  /// What comes back for some bytes when our side ends after them.
  std::string answer(std::string_view request) const {
    Client client(port_);
    client.send(request);
    client.send_end();
    return client.read_to_end();
  }

 private:
  std::vector<std::string> arguments(const std::string& handler, const std::string& hot_paths,
                                     const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"--port", std::to_string(port_), "--handler", handler, "--hot-paths", hot_paths};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::uint16_t port_;
  Program program_;
};

/// The same text with every date replaced; a date of another form than "Ddd, 00 Mmm 0000 00:00:00 GMT" stays as it is.
inline std::string mask_dates(std::string text) {
  constexpr std::string_view kForm = "Aaa, 00 Aaa 0000 00:00:00 GMT";
  const auto fits = [&](std::size_t begin) {
    if (begin + kForm.size() > text.size()) return false;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
      const char c = text[begin + i];
      const char form = kForm[i];
      const bool digit = c >= '0' && c <= '9';
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      const bool fine = form == '0' ? digit : (form == 'A' || form == 'a') ? letter : c == form;
      if (!fine) return false;
    }
    return true;
  };
  for (std::size_t at = text.find("Date: "); at != std::string::npos; at = text.find("Date: ", at + 1)) {
    if (fits(at + 6)) text.replace(at + 6, kForm.size(), "<date>");
  }
  return text;
}

}  // namespace reference::testing
