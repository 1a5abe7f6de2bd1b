// Ten thousand connections that mean no good, all open at once: others are served meanwhile, and nothing is left of
// them.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <thread>

#include "servers/reference/testing.h"

namespace reference {
namespace {

using testing::Client;
using testing::Clock;
using testing::mask_dates;
using testing::Server;

constexpr std::size_t kWanted = 10'000;
constexpr std::size_t kFewest = 1'000;
constexpr std::size_t kSpare = 200;  ///< descriptors that either side needs beside them
/// So many are opened before it is made sure that the server has taken them: less than its backlog of 511.
constexpr std::size_t kBatch = 250;
constexpr std::chrono::milliseconds kTimeout{2'000};
/// What a client that does nothing wrong may have to wait, on a loaded machine and under a sanitizer too.
constexpr std::chrono::milliseconds kMostLatency{1'500};
/// What the server may keep of a flood whose connections took hundreds of megabytes: pages that are only partly free,
/// and libuv's table of descriptors.
constexpr std::int64_t kMostKept = std::int64_t{12} << 20;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryTells = false;  ///< these allocators keep what is freed; the leak sanitizer has the exit code
#else
constexpr bool kMemoryTells = true;
#endif

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kGetAndClose = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const std::string kHead = "GET /slow HTTP/1.1\r\nHost: a\r\nX-Slow: ";  // and so on, a byte at a time
const std::string kTimedOut = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";
const std::string kBadRequest = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";

enum class Kind {
  kSlowHead,       ///< sends a byte of its head from time to time
  kSilent,         ///< never says anything
  kSlowBody,       ///< sends its head, and bytes of its body from time to time
  kHalfClosed,     ///< ends its side in the middle of a head
  kReset,          ///< resets in the middle of a head
  kDroppedInBody,  ///< closes in the middle of a body
  kDroppedUnread,  ///< closes without reading its answer
  kDroppedSilent,  ///< closes without a word
};
constexpr std::size_t kKinds = 8;

bool stays(Kind kind) { return kind <= Kind::kHalfClosed; }

/// One of them. Sockets are not Clients: these bind to an address of their own, lest the ports of one run out.
class Nuisance {
 public:
  Nuisance(std::uint16_t port, std::size_t index)
      : kind_(static_cast<Kind>(index % kKinds)), fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in from = testing::loopback(0);
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + static_cast<std::uint32_t>(index / kKinds % 8));
    const int on = 1;
    setsockopt(fd_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof(on));
    setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    const sockaddr_in to = testing::loopback(port);
    open_ = bind(fd_, reinterpret_cast<const sockaddr*>(&from), sizeof(from)) == 0 &&
            connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0;
    EXPECT_TRUE(open_) << "connection " << index << ": " << std::strerror(errno);
    begin();
  }
  Nuisance(const Nuisance&) = delete;
  Nuisance& operator=(const Nuisance&) = delete;
  ~Nuisance() { close(); }

  Kind kind() const { return kind_; }
  int fd() const { return fd_; }
  bool open() const { return open_; }
  const std::string& received() const { return received_; }
  Clock::time_point opened() const { return opened_; }

  /// One byte more of what is never finished.
  void go_on() {
    if (kind_ == Kind::kSlowHead || kind_ == Kind::kSlowBody) say("x");
  }
  /// Takes what has come; at the end of it, it is no longer open.
  void take() {
    char buffer[4096];
    const ssize_t got = recv(fd_, buffer, sizeof(buffer), MSG_DONTWAIT);
    if (got > 0) received_.append(buffer, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EAGAIN)) close();
  }
  void drop() {
    const linger now{1, 0};
    if (kind_ == Kind::kReset) setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    close();
  }

 private:
  void begin() {
    if (kind_ == Kind::kSlowHead || kind_ == Kind::kHalfClosed || kind_ == Kind::kReset) say(kHead);
    if (kind_ == Kind::kHalfClosed) shutdown(fd_, SHUT_WR);
    if (kind_ == Kind::kSlowBody || kind_ == Kind::kDroppedInBody) {
      say("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc");
    }
    if (kind_ == Kind::kDroppedUnread) say(kGet);
  }
  void say(std::string_view bytes) { ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  void close() {
    open_ = false;
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

  Kind kind_;
  int fd_;
  bool open_ = false;
  Clock::time_point opened_ = Clock::now();
  std::string received_;
};

/// A client that asks again and again, on one connection, and notes how it is served.
class Neighbour {
 public:
  explicit Neighbour(std::uint16_t port) : client_(port), thread_([this] { ask(); }) {}
  ~Neighbour() { stop(); }

  void stop() {
    stopped_ = true;
    if (thread_.joinable()) thread_.join();
  }
  std::uint64_t answers() const { return answers_; }
  void wait_for_two_answers() const {
    const auto deadline = Clock::now() + testing::kDeadline;
    for (const std::uint64_t before = answers_; answers_ < before + 2;) {
      ASSERT_LT(Clock::now(), deadline) << wrong_;
      poll(nullptr, 0, 1);
    }
  }
  std::string first() const { return first_; }
  std::string wrong() const { return wrong_; }
  Clock::duration longest() const { return longest_; }

 private:
  void ask() {
    while (!stopped_ && wrong_.empty()) {
      const Clock::time_point asked = Clock::now();
      if (::send(client_.fd(), kGet.data(), kGet.size(), MSG_NOSIGNAL) < 0) wrong_ = "cannot send";
      const std::string answer = mask_dates(client_.read(161));
      longest_ = std::max(longest_, Clock::now() - asked);
      ++answers_;
      if (first_.empty()) first_ = answer;
      if (answer != first_) wrong_ = "answered with: " + answer;
      poll(nullptr, 0, 1);  // a client, not a load
    }
  }

  Client client_;
  std::atomic<bool> stopped_ = false;
  std::atomic<std::uint64_t> answers_ = 0;
  std::string first_, wrong_;
  Clock::duration longest_{};
  std::thread thread_;
};

/// Of a process.
struct Descriptors {
  std::size_t all = 0;
  std::size_t sockets = 0;
};

Descriptors descriptors(pid_t pid) {
  Descriptors count;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd")) {
    std::error_code gone;  // between the listing and the look at it
    const std::string target = std::filesystem::read_symlink(entry.path(), gone).string();
    if (gone) continue;
    ++count.all;
    count.sockets += target.starts_with("socket:");
  }
  return count;
}

/// Resident memory in bytes.
std::int64_t memory(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::int64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// Room for that many descriptors here and in the programs started from here, as long as it lives.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(std::size_t wanted) {
    getrlimit(RLIMIT_NOFILE, &old_);
    rlimit now{wanted, std::max<rlim_t>(wanted, old_.rlim_max)};
    if (setrlimit(RLIMIT_NOFILE, &now) != 0) {
      now = {std::min<rlim_t>(wanted, old_.rlim_max), old_.rlim_max};
      setrlimit(RLIMIT_NOFILE, &now);
    }
    have_ = now.rlim_cur;
  }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;
  ~DescriptorLimit() { setrlimit(RLIMIT_NOFILE, &old_); }
  std::size_t have() const { return have_; }

 private:
  rlimit old_{};
  std::size_t have_ = 0;
};

class Nuisances : public ::testing::Test {
 protected:
  static std::vector<std::string> limits() {
    const std::string timeout = std::to_string(kTimeout.count());
    return {"--headers-timeout", timeout, "--request-timeout", timeout, "--connections-checking-interval", "50"};
  }

  void SetUp() override {
    if (limit_.have() < kFewest + kSpare) {
      GTEST_SKIP() << "the hard limit of open files is " << limit_.have() << ", too low for " << kFewest
                   << " connections";
    }
    count_ = (std::min(limit_.have() - kSpare, kWanted)) / kKinds * kKinds;
    server_.emplace("set-header", "", limits());
  }

  /// A client that comes new: when it is answered, all that came before it have been taken.
  void visit() {
    const Clock::time_point begin = Clock::now();
    Client client(server_->port());
    ASSERT_TRUE(client.connected());
    client.send(kGetAndClose);
    EXPECT_EQ(client.read_to_end().compare(0, 15, "HTTP/1.1 200 OK"), 0);
    ++answers_;
    longest_visit_ = std::max(longest_visit_, Clock::now() - begin);
  }

  /// Opens them all, drops those that are dropped, and lets the others go on until the server has ended each of them.
  void cycle() {
    const std::size_t before = alone();
    ASSERT_NE(before, 0u);
    std::deque<Nuisance> all;
    while (all.size() < count_) {
      for (std::size_t i = 0; i < kBatch && all.size() < count_; ++i) all.emplace_back(server_->port(), all.size());
      visit();
      if (HasFailure()) return;
    }
    for (Nuisance& one : all) {
      if (!stays(one.kind())) drop(one);
    }
    const auto deadline = Clock::now() + testing::kDeadline;
    while (go_on(all)) {
      ASSERT_LT(Clock::now(), deadline) << "connections that the server does not end";
      visit();
    }
    for (const Nuisance& one : all) {
      if (stays(one.kind())) expect_ended_well(one);
    }
    EXPECT_EQ(alone(), before) << "descriptors";
  }

  /// Waits until the server has no client but the neighbour, and counts its descriptors.
  std::size_t alone() const {
    constexpr std::size_t kListenerAndNeighbour = 2;
    const auto deadline = Clock::now() + testing::kDeadline;
    for (;;) {
      const Descriptors now = descriptors(server_->pid());
      if (now.sockets == kListenerAndNeighbour) return now.all;
      if (Clock::now() > deadline) {
        ADD_FAILURE() << now.sockets << " sockets are open";
        return 0;
      }
      poll(nullptr, 0, 1);
    }
  }

  /// The memory of the server when it has come down to that, or when time is over: it is given back with the next look
  /// at the timeouts.
  std::int64_t memory_at_most(std::int64_t bytes) const {
    const auto deadline = Clock::now() + testing::kDeadline;
    while (kMemoryTells && memory(server_->pid()) > bytes && Clock::now() < deadline) poll(nullptr, 0, 10);
    return memory(server_->pid());
  }

  std::size_t count_ = 0;
  DescriptorLimit limit_{kWanted + kSpare};
  std::optional<Server> server_;
  std::uint64_t answers_ = 0;    ///< that the server must have counted
  std::uint64_t uncertain_ = 0;  ///< and some of these
  Clock::duration longest_visit_{};

 private:
  void drop(Nuisance& one) {
    const bool answered = one.kind() == Kind::kDroppedInBody || one.kind() == Kind::kDroppedUnread;
    if (answered) ++answers_;
    // On a machine that is slow enough its time may be over before it is dropped, and that is an answer.
    if (!answered && Clock::now() - one.opened() > kTimeout / 2) ++uncertain_;
    one.drop();
  }

  /// A byte from each, and what has come for each; false when none is open.
  static bool go_on(std::deque<Nuisance>& all) {
    std::vector<pollfd> entries;
    std::vector<Nuisance*> open;
    for (Nuisance& one : all) {
      if (!one.open()) continue;
      one.go_on();
      entries.push_back({one.fd(), POLLIN, 0});
      open.push_back(&one);
    }
    poll(entries.data(), entries.size(), 20);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (entries[i].revents != 0) open[i]->take();
    }
    return !open.empty();
  }

  void expect_ended_well(const Nuisance& one) {
    ++answers_;
    switch (one.kind()) {
      case Kind::kSlowHead:
      case Kind::kSilent:
        EXPECT_EQ(one.received(), kTimedOut);
        break;
      case Kind::kHalfClosed:
        EXPECT_EQ(one.received(), kBadRequest);
        break;
      default:
        EXPECT_EQ(one.received().size(), 161u) << one.received();
    }
  }
};

TEST_F(Nuisances, ByTheThousandsLeaveNothingBehindAndDisturbNobody) {
  Neighbour neighbour(server_->port());
  // What the server keeps for the neighbour it must have before the flood: later it would lie above the flood's blocks.
  neighbour.wait_for_two_answers();
  const std::int64_t memory_before = memory(server_->pid());
  std::vector<std::int64_t> memory_after;
  for (int i = 0; i < 3; ++i) {
    ASSERT_NO_FATAL_FAILURE(cycle());
    // A descriptor is closed at once, what belonged to it is freed a turn of the loop later.
    neighbour.wait_for_two_answers();
    memory_after.push_back(memory_at_most(memory_before + kMostKept));
  }
  neighbour.stop();
  answers_ += neighbour.answers();

  EXPECT_EQ(neighbour.wrong(), "");
  EXPECT_EQ(neighbour.first().compare(0, 15, "HTTP/1.1 200 OK"), 0) << neighbour.first();
  EXPECT_GT(neighbour.answers(), 100u);
  EXPECT_LT(neighbour.longest(), kMostLatency);
  EXPECT_LT(longest_visit_, kMostLatency);
  if (kMemoryTells) {
    for (const std::int64_t after : memory_after) {
      EXPECT_LT(after - memory_before, kMostKept) << memory_before << " bytes before the first cycle";
    }
  }

  const testing::Ended ended = server_->stop();
  EXPECT_EQ(ended.code, 0) << ended.error;
  ASSERT_EQ(ended.out.compare(0, 9, "requests "), 0) << ended.out;
  const std::uint64_t counted = std::stoull(ended.out.substr(9));
  EXPECT_GE(counted, answers_);
  EXPECT_LE(counted, answers_ + uncertain_);
}

}  // namespace
}  // namespace reference
