// The program over real sockets: what it answers byte for byte, and how it ends.
#include "servers/reference/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "servers/reference/testing.h"

namespace reference {
namespace {

using testing::Client;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::mask_dates;
using testing::Server;
using ::testing::StartsWith;

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kTail = "Date: <date>\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n";
const std::string kImplicit =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + kTail + "Content-Length: 11\r\n\r\nHello World";
const std::string kExplicit =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n" + kTail + "\r\nHello World";
const std::string kChunked = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + kTail +
                             "Transfer-Encoding: chunked\r\n\r\nb\r\nHello World\r\n0\r\n\r\n";
const std::string kBadRequest = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";

const std::vector<std::string> kSets = {"", "before", "after", "before+header-store=shape",
                                        "after+header-store=dictionary"};

TEST(Answers, are_those_of_node_for_every_handler_and_every_set_of_hot_paths) {
  const std::map<std::string, std::string> expected = {{"set-header", kImplicit},
                                                       {"set-header-length", kExplicit},
                                                       {"write-head", kExplicit},
                                                       {"write-head-chunked", kChunked},
                                                       {"read-two", kImplicit}};
  for (const auto& [handler, bytes] : expected) {
    for (const std::string& set : kSets) {
      Server server(handler, set);
      EXPECT_EQ(mask_dates(server.answer(kGet)), bytes) << handler << " with " << set;
    }
  }
}

TEST(Answers, have_a_head_of_150_bytes_as_node_has) {
  Server server("set-header");
  EXPECT_EQ(server.answer(kGet).size(), 161u);
}

TEST(Answers, come_in_the_order_of_pipelined_requests) {
  Server server("set-header");
  const std::string head = "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n";
  const std::string head_answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + kTail + "\r\n";
  std::string requests, answers;
  for (int i = 0; i < 300; ++i) {
    const bool is_head = i * 7 % 3 == 0;
    requests += is_head ? head : kGet;
    answers += is_head ? head_answer : kImplicit;
  }
  EXPECT_EQ(mask_dates(server.answer(requests)), answers);
}

TEST(Answers, to_a_client_that_does_not_read_stop_the_server_from_reading) {
  Server server("set-header");
  Client client(server.port());
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += kGet;
  constexpr std::size_t kLimit = std::size_t{256} << 20;
  std::size_t sent = 0;
  // When nothing has been taken for this long the server waits for us.
  while (sent < kLimit && testing::ready(client.fd(), POLLOUT, std::chrono::milliseconds(500))) {
    const std::size_t from = sent % requests.size();
    const ssize_t n = ::send(client.fd(), requests.data() + from, requests.size() - from, MSG_NOSIGNAL);
    if (n > 0) sent += static_cast<std::size_t>(n);
  }
  ASSERT_LT(sent, kLimit) << "the server took everything";

  const std::size_t complete = sent / kGet.size();
  const std::string answers = client.read(complete * 161);
  ASSERT_EQ(answers.size(), complete * 161);
  for (std::size_t i = 0; i < complete; ++i) ASSERT_EQ(answers.compare(i * 161, 15, "HTTP/1.1 200 OK"), 0);
}

TEST(Answers, do_not_depend_on_where_a_request_is_cut) {
  Server server("read-two");
  const std::string request =
      "POST /a?b HTTP/1.1\r\nHost: a\r\nUser-Agent: test\r\nAccept: */*\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3;x=y\r\nabc\r\n0\r\nTrailer: t\r\n\r\n" +
      kGet;
  for (std::size_t cut = 1; cut < request.size(); ++cut) {
    Client client(server.port());
    client.send(request.substr(0, cut));
    client.send(request.substr(cut));
    client.send_end();
    ASSERT_EQ(mask_dates(client.read_to_end()), kImplicit + kImplicit) << "cut at " << cut;
  }
  Client client(server.port());
  for (const char byte : request) client.send({&byte, 1});
  client.send_end();
  EXPECT_EQ(mask_dates(client.read_to_end()), kImplicit + kImplicit);
}

TEST(Answers, to_http_1_0_close_the_connection_unless_it_asks_to_keep_it_and_the_length_is_given) {
  const std::string keep = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
  Server implicit("set-header");
  const std::string closed =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: <date>\r\nConnection: close\r\n\r\nHello World";
  EXPECT_EQ(mask_dates(implicit.answer("GET / HTTP/1.0\r\n\r\n")), closed);
  EXPECT_EQ(mask_dates(implicit.answer(keep + keep)), closed);
  Server with_length("set-header-length");
  EXPECT_EQ(mask_dates(with_length.answer(keep + keep)), kExplicit + kExplicit);
  Server chunked("write-head-chunked");
  EXPECT_EQ(mask_dates(chunked.answer(keep)), closed);
}

TEST(Answers, close_the_connection_when_the_client_says_so_and_drop_what_follows) {
  Server server("set-header");
  Client client(server.port());
  client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + kGet);
  EXPECT_EQ(mask_dates(client.read_to_end()),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: <date>\r\nConnection: close\r\n"
            "Content-Length: 11\r\n\r\nHello World");
}

TEST(Answers, to_what_is_not_http_are_400_and_the_end) {
  Server server("set-header");
  const std::string start = "GET / HTTP/1.1\r\nHost: a\r\n";
  const std::vector<std::string> wrong = {"hello\r\n\r\n",
                                          start + "Bad Name: x\r\n\r\n",
                                          start + "Bad : x\r\n\r\n",
                                          start + "X: a\r\n folded\r\n\r\n",
                                          start + "X: a\rb\r\n\r\n",
                                          start + std::string("X: a\0b\r\n\r\n", 10),
                                          start + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                                          start + "Content-Length: 1\r\nContent-Length: 2\r\n\r\na",
                                          start + "Content-Length: +1\r\n\r\na",
                                          "GET / HTTP/1.1\nHost: a\n\n",
                                          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"};
  for (const std::string& request : wrong) {
    Client client(server.port());
    client.send(request);
    EXPECT_EQ(client.read_to_end(), kBadRequest) << request;
  }
}

TEST(Answers, before_a_malformed_request_are_kept) {
  Server server("set-header");
  EXPECT_EQ(mask_dates(server.answer(kGet + kGet + "what\r\n")), kImplicit + kImplicit + kBadRequest);
}

TEST(Answers, to_a_request_that_never_ends_are_400) {
  Server server("set-header");
  EXPECT_EQ(server.answer("GET / HTTP/1.1\r\nHost: a\r\n"), kBadRequest);
  EXPECT_EQ(server.answer(""), "");
}

TEST(Answers, to_http_1_1_without_host_are_400_as_in_node) {
  Server server("set-header");
  EXPECT_EQ(mask_dates(server.answer("GET / HTTP/1.1\r\n\r\n")),
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nDate: <date>\r\nTransfer-Encoding: chunked\r\n\r\n"
            "0\r\n\r\n");
}

TEST(Answers, to_16_kib_of_header_bytes_are_431) {
  Server server("set-header");
  // "/" + "Host" + "a" + "X" are 7 bytes.
  const auto with_bytes = [](std::size_t bytes) {
    return "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(bytes - 7, 'x') + "\r\n\r\n";
  };
  const std::string too_large = "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n";
  EXPECT_EQ(mask_dates(server.answer(with_bytes(16383))), kImplicit);
  EXPECT_EQ(server.answer(with_bytes(16384)), too_large);
  EXPECT_EQ(server.answer("GET /" + std::string(1 << 20, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n"),
            "HTTP/1.1 414 URI Too Long\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(server.answer("GET / HTTP/1.1\r\nX:" + std::string(1 << 17, ' ') + "x\r\nHost: a\r\n\r\n"), too_large);
}

TEST(Answers, to_an_expectation_of_100_continue_begin_with_100) {
  Server server("set-header");
  EXPECT_EQ(mask_dates(server.answer(
                "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\nabc" + kGet)),
            "HTTP/1.1 100 Continue\r\n\r\n" + kImplicit + kImplicit);
  EXPECT_EQ(mask_dates(server.answer("GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n" + kGet)),
            "HTTP/1.1 417 Expectation Failed\r\n" + kTail + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kImplicit);
}

TEST(Answers, to_requests_with_bodies_come_and_the_bodies_are_dropped) {
  Server server("set-header");
  const std::string body(300000, 'b');
  EXPECT_EQ(mask_dates(server.answer("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n" + body + kGet)),
            kImplicit + kImplicit);
  EXPECT_EQ(mask_dates(server.answer("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n493e0\r\n" +
                                     body + "\r\n0\r\n\r\n" + kGet)),
            kImplicit + kImplicit);
}

TEST(Answers, of_echo_are_the_bodies_of_the_requests) {
  Server server("echo");
  const std::string tail = kTail;
  const std::string empty = "HTTP/1.1 200 OK\r\n" + tail + "Content-Length: 0\r\n\r\n";
  EXPECT_EQ(mask_dates(server.answer(kGet + kGet)), empty + empty);
  EXPECT_EQ(mask_dates(server.answer("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + kGet)),
            "HTTP/1.1 200 OK\r\n" + tail + "Content-Length: 3\r\n\r\nabc" + empty);
  EXPECT_EQ(mask_dates(server.answer("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc")),
            "HTTP/1.1 200 OK\r\nDate: <date>\r\nConnection: close\r\n\r\nabc");
  const std::string chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(server.answer(chunked + "3\r\nabc\r\nx"), kBadRequest) << "no byte of the answer was sent yet";
  const std::string large(20000, 'b');
  const std::string answer = server.answer(chunked + "4e20\r\n" + large + "\r\nx");
  EXPECT_THAT(answer, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(answer, EndsWith("b\r\n")) << "a body that breaks off must not look complete";
}

TEST(Answers, of_echo_to_a_large_body_are_not_held_in_memory_while_the_client_does_not_read) {
  Server server("echo");
  Client client(server.port());
  client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n");
  const std::string piece(1 << 16, 'b');
  constexpr std::size_t kLimit = std::size_t{256} << 20;
  std::size_t sent = 0;
  while (sent < kLimit && testing::ready(client.fd(), POLLOUT, std::chrono::milliseconds(500))) {
    const ssize_t n = ::send(client.fd(), piece.data(), piece.size(), MSG_NOSIGNAL);
    if (n > 0) sent += static_cast<std::size_t>(n);
  }
  EXPECT_LT(sent, kLimit) << "the server took everything";
}

TEST(Answers, are_not_lost_when_the_client_still_sends_a_body) {
  Server server("set-header");
  Client client(server.port());
  client.send("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n" + std::string(50000, 'b'));
  EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 400 Bad Request\r\n"));
}

TEST(Answers, are_not_given_to_connect_and_ignore_upgrades) {
  Server server("set-header");
  EXPECT_EQ(server.answer("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"),
            "HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(mask_dates(server.answer("GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n" + kGet)),
            kImplicit + kImplicit);
}

TEST(Stop, closes_idle_connections_counts_the_answers_and_exits_with_0) {
  Server server("set-header");
  Client idle(server.port());
  Client used(server.port());
  used.send(kGet + kGet);
  EXPECT_EQ(used.read(322).size(), 322u);
  server.answer("what");
  const auto ended = server.stop();
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "requests 3\n");
  EXPECT_EQ(ended.error, "");
  EXPECT_EQ(idle.read_to_end(), "");
}

TEST(Stop, lets_a_request_that_has_begun_finish) {
  Server server("set-header");
  Client client(server.port());
  client.send(kGet + "GET / HT");
  EXPECT_EQ(client.read(161).size(), 161u);
  server.signal(SIGINT);
  const auto deadline = testing::Clock::now() + testing::kDeadline;
  while (Client(server.port()).connected()) {
    ASSERT_LT(testing::Clock::now(), deadline);
    poll(nullptr, 0, 1);  // a flood would fill the backlog, and the next connect would wait a second for its turn
  }
  client.send("TP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(client.read_to_end(), HasSubstr("\r\nConnection: close\r\n"));
  const auto ended = server.wait();
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "requests 2\n");
}

TEST(Stop, does_not_wait_for_ever_for_a_request_that_never_ends) {
  Server server("set-header");
  Client client(server.port());
  client.send(kGet + "GET / HT");
  EXPECT_EQ(client.read(161).size(), 161u);
  EXPECT_EQ(server.stop().code, 0);
}

TEST(CommandLine, says_all_that_is_wrong_and_exits_with_2) {
  testing::Program program({"--prt", "--handler", "set-heder", "--hot-paths", "after+header-store=shap"});
  const auto ended = program.wait();
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.error,
            "reference-server: unknown argument '--prt'; did you mean '--port'?\n"
            "reference-server: there is no handler 'set-heder'; did you mean 'set-header'?\n"
            "reference-server: hot path 'header-store' has no variant 'shap'; did you mean 'shape'?\n"
            "reference-server: no port; give --port N\n");
}

TEST(CommandLine, a_port_in_use_exits_with_1) {
  Server server("set-header");
  testing::Program second({"--port", std::to_string(server.port()), "--handler", "set-header"});
  const auto ended = second.wait();
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.error, HasSubstr("address already in use"));
  EXPECT_THAT(ended.error, EndsWith("give another --port\n"));
}

TEST(CommandLine, takes_an_ipv6_address_to_listen_on) {
  const std::uint16_t port = testing::free_port();
  testing::Program program({"--port", std::to_string(port), "--host", "::1", "--handler", "set-header"});
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = in6addr_loopback;
  const auto deadline = testing::Clock::now() + testing::kDeadline;
  bool connected = false;
  while (!connected && testing::Clock::now() < deadline) {
    const int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) GTEST_SKIP() << "no IPv6 here";
    connected = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    if (!connected && errno == EADDRNOTAVAIL) GTEST_SKIP() << "no IPv6 here";
    close(fd);
  }
  EXPECT_TRUE(connected);
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait().code, 0);
}

TEST(CommandLine, tells_the_version) {
  testing::Program program({"--version"});
  const auto ended = program.wait();
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "hotlap-reference 0.1.0\n");
}

}  // namespace
}  // namespace reference
