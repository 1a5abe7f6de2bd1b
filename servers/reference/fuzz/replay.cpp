// One input against the server in this process.
#include "servers/reference/fuzz/replay.h"

#include <algorithm>
#include <utility>

#include "servers/reference/fuzz/answers.h"
#include "servers/reference/fuzz/clock.h"
#include "servers/reference/fuzz/in_process_server.h"
#include "servers/reference/fuzz/requests.h"
#include "servers/reference/fuzz/script.h"

namespace reference::fuzz {
namespace {

class Client {
 public:
  Client(const Script& script, OwnTime& time, InProcessServer& server)
      : time_(time), server_(server), fd_(server.connect(script.small_buffer)) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { drop(); }

  void act(const Deed& deed) {
    switch (deed.action) {
      case Action::kSend:
        unsent_ += deed.bytes;
        break;
      case Action::kPiece:
        break;
      case Action::kEnd:
        ending_ = true;
        break;
      case Action::kDrop:
        drop();
        break;
      case Action::kStopReading:
        reading_ = false;
        break;
      case Action::kGoOnReading:
        reading_ = true;
        break;
      case Action::kSecond:
        time_.pass(1000);
        break;
      case Action::kMinutes:
        time_.pass(400'000);
        break;
      case Action::kShutdown:
        server_.shut_down();
        break;
    }
    go_on();
  }

  /// Says that nothing more comes, and takes what does. False: the server does not close.
  bool finish() {
    reading_ = ending_ = true;
    for (int idle = 0; open() && !closed_; ++idle) {
      if (idle > kIdle) return false;
      if (go_on()) idle = 0;
    }
    return true;
  }
  void drop() {
    if (open()) close(std::exchange(fd_, -1));
  }
  const std::string& received() const { return received_; }

 private:
  static constexpr int kIdle = 8;  ///< so many turns of the loop without anything are the end of it

  bool open() const { return fd_ >= 0; }

  /// One exchange; whether something happened.
  bool go_on() {
    bool moved = send();
    server_.turn();
    server_.turn();
    if (reading_) moved |= read();
    return moved;
  }

  bool send() {
    if (!open() || ended_) return false;
    const ssize_t sent = unsent_.empty() ? 0 : ::send(fd_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent > 0) unsent_.erase(0, static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EAGAIN) unsent_.clear();  // the server has closed
    if (ending_ && unsent_.empty()) ended_ = shutdown(fd_, SHUT_WR) == 0 || errno == ENOTCONN;
    return sent > 0;
  }

  bool read() {
    bool moved = false;
    char buffer[16384];
    while (open() && !closed_) {
      const ssize_t got = recv(fd_, buffer, sizeof(buffer), 0);
      if (got < 0 && errno == EAGAIN) break;
      moved = true;
      closed_ = got <= 0;
      if (got > 0) received_.append(buffer, static_cast<std::size_t>(got));
    }
    return moved;
  }

  OwnTime& time_;
  InProcessServer& server_;
  int fd_;
  bool reading_ = true;
  bool ending_ = false;  ///< when all is sent
  bool ended_ = false;
  bool closed_ = false;  ///< by the server
  std::string unsent_;
  std::string received_;
};

Loop& the_loop() {
  static Loop loop;
  return loop;
}

Replay run(const Script& script, bool whole, std::uint64_t& answered) {
  Loop& loop = the_loop();
  OwnTime time;
  loop.turn();
  Limits limits;
  limits.connections_checking_interval = 500;
  if (script.few_requests) limits.max_requests_per_socket = 2;

  InProcessServer server(loop, script.handler, limits);
  Client client(script, time, server);
  if (whole) {
    client.act({Action::kSend, script.bytes});
  } else {
    for (const Deed& deed : script.deeds) client.act(deed);
  }
  Replay result;
  if (!client.finish()) result.problem = "the server does not close when the client has ended and read everything";
  client.drop();
  for (int i = 0; i < 4; ++i) server.turn();
  if (result.problem.empty() && server.busy()) result.problem = "the connection is open though the client is gone";
  result.received = client.received();
  answered = server.answered();
  return result;
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// Dates are of no interest, and what is told apart by bytes that have not come yet may be the plainer 400.
std::string plain(std::string text) {
  constexpr std::string_view kDate = "\r\nDate: ";
  constexpr std::size_t kDateLength = 29;
  for (std::size_t at = text.find(kDate); at != std::string::npos; at = text.find(kDate, at + 1)) {
    text.replace(at + kDate.size(), kDateLength, "-");
  }
  constexpr std::string_view kTail = "\r\nConnection: close\r\n\r\n";
  for (const std::string_view line : {"HTTP/1.1 501 Not Implemented", "HTTP/1.1 505 HTTP Version Not Supported"}) {
    const std::string last = std::string(line) + std::string(kTail);
    if (text.ends_with(last))
      return text.substr(0, text.size() - last.size()) + "HTTP/1.1 400 Bad Request" + std::string(kTail);
  }
  return text;
}

}  // namespace

Replay replay(std::string_view input, bool whole) {
  std::uint64_t answered = 0;
  return run(parse_script(input), whole, answered);
}

std::string problem_of(std::string_view input) {
  const Script script = parse_script(input);
  std::uint64_t answered = 0;
  const Replay pieces = run(script, false, answered);
  if (!pieces.problem.empty()) return pieces.problem;
  const bool asks_head = script.bytes.find("HEAD") != std::string::npos;
  const Answers answers = read_answers(pieces.received, asks_head);
  const auto dropped = [](const Deed& deed) { return deed.action == Action::kDrop; };
  const bool complete = std::none_of(script.deeds.begin(), script.deeds.end(), dropped);
  // The server may stop in the middle of an answer when the client does not read for too long.
  const auto stalled = [](const Deed& deed) { return deed.action == Action::kStopReading; };
  const bool read = std::none_of(script.deeds.begin(), script.deeds.end(), stalled);
  if (complete && read && !answers.problem.empty()) return answers.problem;
  if (answers.final > answered) return "more answers than the server has counted";
  // The client may end instead of sending the body it was told to go on with.
  if (answers.interim > answered + 1) return "more interim answers than requests";
  // A head ends with an empty line (RFC 9112, section 2.2, allows LF alone); what is no head has one answer, the last.
  const std::size_t most = count(script.bytes, "\n\r\n") + count(script.bytes, "\n\n") + 1;
  if (answers.final > most) return "more answers than requests";
  if (pieces.received.starts_with("HTTP/1.1 200 ")) {
    const Head first = read_head(script.bytes);
    if (!first.fault.empty()) return "answered with 200 though " + first.fault;
    if (first.close && answers.final > 1) return "more than one answer though the first request says close";
  }
  if (!script.only_pieces) return "";

  const Replay whole = run(script, true, answered);
  if (!whole.problem.empty()) return "whole: " + whole.problem;
  if (plain(pieces.received) == plain(whole.received)) return "";
  return "in pieces: " + pieces.received + "\nwhole: " + whole.received;
}

}  // namespace reference::fuzz
