// The receiving side alone: every way to cut a request into reads gives the same request.
#include "servers/reference/incoming.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace reference {
namespace {

/// Collects what comes out as text.
class Receiver {
 public:
  Receiver() : settings_(Incoming::settings_for({on_headers, on_message})), incoming_(settings_, this, shared_) {}

  Incoming::Outcome feed(std::string_view bytes) {
    while (!bytes.empty()) {
      const Incoming::Room room = incoming_.room();
      const std::size_t size = std::min(room.size, bytes.size());
      std::memcpy(room.begin, bytes.data(), size);
      incoming_.received(size);
      bytes.remove_prefix(size);
      Incoming::Outcome outcome;
      do {
        outcome = incoming_.parse();
      } while (outcome == Incoming::Outcome::kPaused);
      if (outcome != Incoming::Outcome::kAllParsed) return outcome;
      incoming_.release_shared();
      std::memset(shared_.bytes.get(), '#', std::size_t{1024});  // another connection reads
    }
    return Incoming::Outcome::kAllParsed;
  }

  std::string seen;
  bool pause = false;
  const Incoming& incoming() const { return incoming_; }

 private:
  static int on_headers(llhttp_t* parser) {
    auto& self = Incoming::owner<Receiver>(parser);
    if (!self.incoming_.head_is_complete()) return -1;
    const Request& request = self.incoming_.request();
    self.seen += std::string(llhttp_method_name(request.method())) + " " + std::string(request.url());
    for (std::size_t i = 0; i < request.header_count(); ++i) {
      self.seen += "|" + std::string(request.header_name(i)) + "=" + std::string(request.header_value(i));
    }
    self.seen += "\n";
    return 0;
  }
  static int on_message(llhttp_t* parser) {
    auto& self = Incoming::owner<Receiver>(parser);
    self.incoming_.message_is_complete();
    self.seen += "end\n";
    return self.pause ? HPE_PAUSED : 0;
  }

  llhttp_settings_t settings_;
  ReadBuffer shared_;
  Incoming incoming_;
};

const std::string kRequests =
    "\r\nPOST /path?query HTTP/1.1\r\nHost: a\r\nEmpty:\r\nPadded: \t x y \t\r\nContent-Length: 4\r\nLast: "
    "z\r\n\r\nbody"
    "GET /two HTTP/1.1\r\nhost: b\r\n\r\n"
    "PUT /three HTTP/1.1\r\nHost: c\r\nTransfer-Encoding: chunked\r\n\r\n4;e=f\r\nbody\r\n0\r\nTrailer: t\r\n\r\n"
    "HEAD /four HTTP/1.0\r\n\r\n";
const std::string kSeen =
    "POST /path?query|Host=a|Empty=|Padded=x y|Content-Length=4|Last=z\nend\n"
    "GET /two|host=b\nend\n"
    "PUT /three|Host=c|Transfer-Encoding=chunked\nend\n"
    "HEAD /four\nend\n";

TEST(Incoming, sees_the_same_requests_wherever_the_bytes_are_cut) {
  for (std::size_t first = 0; first <= kRequests.size(); ++first) {
    Receiver receiver;
    receiver.feed(kRequests.substr(0, first));
    receiver.feed(kRequests.substr(first));
    ASSERT_EQ(receiver.seen, kSeen) << "cut at " << first;
  }
}

TEST(Incoming, sees_the_same_requests_byte_by_byte_and_when_paused_after_each) {
  for (const bool pause : {false, true}) {
    Receiver one;
    one.pause = pause;
    for (const char byte : kRequests) one.feed({&byte, 1});
    EXPECT_EQ(one.seen, kSeen);
    Receiver all;
    all.pause = pause;
    all.feed(kRequests);
    EXPECT_EQ(all.seen, kSeen);
    EXPECT_EQ(all.incoming().phase(), Incoming::Phase::kBetween);
    EXPECT_FALSE(all.incoming().has_unparsed());
  }
}

TEST(Incoming, moves_a_cut_head_to_the_front_when_the_buffer_runs_out) {
  // Many requests in a stream that is cut at odd places, so that heads straddle the end of the buffer again and again.
  std::string stream, expected;
  for (int i = 0; i < 400; ++i) {
    const std::string value(static_cast<std::size_t>(i * 37 % 5000), static_cast<char>('a' + i % 26));
    stream += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\nX: " + value + "\r\n\r\n";
    expected += "GET /" + std::to_string(i) + "|Host=a|X=" + value + "\nend\n";
  }
  for (const std::size_t piece : {std::size_t{1000}, std::size_t{7919}, std::size_t{48000}, std::size_t{65536}}) {
    Receiver receiver;
    for (std::size_t at = 0; at < stream.size(); at += piece) receiver.feed(std::string_view(stream).substr(at, piece));
    ASSERT_EQ(receiver.seen, expected) << "pieces of " << piece;
  }
}

TEST(Incoming, tells_malformed_too_large_and_refused_apart) {
  const auto status_after = [](const std::string& bytes) {
    Receiver receiver;
    EXPECT_EQ(receiver.feed(bytes), Incoming::Outcome::kFailed);
    return receiver.incoming().failure_status();
  };
  EXPECT_EQ(status_after("nonsense\r\n"), 400);
  EXPECT_EQ(status_after("MAKE / HTTP/1.1\r\n"), 501);
  EXPECT_EQ(status_after("get / HTTP/1.1\r\n"), 501) << "methods are case-sensitive";
  EXPECT_EQ(status_after("GET / HTTP/3.0\r\n"), 505);
  EXPECT_EQ(status_after("GET / HTTP/1.2\r\n"), 400);
  EXPECT_EQ(status_after("GET / HTTP/01.1\r\n"), 400);
  EXPECT_EQ(status_after("GET /" + std::string(20000, 'x')), 414);
  EXPECT_EQ(status_after("GET / HTTP/1.1\r\nX:" + std::string(100000, ' ')), 431);
  EXPECT_EQ(status_after("CONNECT a:1 HTTP/1.1\r\n\r\n"), 501);
  std::string many = "GET / HTTP/1.1\r\n";
  for (std::size_t i = 0; i <= Incoming::kMaxHeaders; ++i) many += "a:\r\n";
  EXPECT_EQ(status_after(many + "\r\n"), 431);
  EXPECT_EQ(status_after("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;" + std::string(17000, 'x')), 413);
}

TEST(Incoming, counts_trailers_as_header_bytes) {
  EXPECT_EQ(Receiver().feed("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: " + std::string(17000, 'x')),
            Incoming::Outcome::kFailed);
}

}  // namespace
}  // namespace reference
