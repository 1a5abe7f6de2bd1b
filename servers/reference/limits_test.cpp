// How long and how much a client may: each limit reached on a server with small limits.
#include "servers/reference/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <memory>

#include "servers/reference/options.h"
#include "servers/reference/testing.h"

namespace reference {
namespace {

using testing::Client;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::Server;
using ::testing::StartsWith;

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kTimeout = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/// A server that looks often and has one small limit.
Server server_with(const std::string& option, const std::string& value) {
  return Server("set-header", "", {option, value, "--connections-checking-interval", "20"});
}

TEST(Timeouts, of_a_head_that_does_not_end_is_408) {
  const Server server = server_with("--headers-timeout", "100");
  Client begun(server.port());
  begun.send("GET / HTTP/1.1\r\nHost:");
  EXPECT_EQ(begun.read_to_end(), kTimeout);
  Client silent(server.port());
  EXPECT_EQ(silent.read_to_end(), kTimeout);
  Client second(server.port());
  second.send(kGet);
  EXPECT_EQ(second.read(161).size(), 161u);
  second.send("GET ");
  EXPECT_EQ(second.read_to_end(), kTimeout);
}

TEST(Timeouts, of_a_body_that_does_not_come_end_the_connection_after_the_answer) {
  const Server server = server_with("--request-timeout", "100");
  Client client(server.port());
  client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_THAT(client.read_to_end(), EndsWith("\r\n\r\nHello World"));
}

TEST(Timeouts, of_an_idle_connection_close_it_and_are_told_to_the_client) {
  Server server(
      "set-header", "",
      {"--keep-alive-timeout", "1000", "--keep-alive-timeout-buffer", "0", "--connections-checking-interval", "20"});
  Client client(server.port());
  client.send(kGet);
  const std::string answer = client.read_to_end();
  EXPECT_THAT(answer, HasSubstr("\r\nKeep-Alive: timeout=1\r\n"));
  EXPECT_THAT(answer, EndsWith("Hello World"));
}

TEST(Timeouts, switched_off_are_not_told) {
  const Server server = server_with("--keep-alive-timeout", "0");
  const std::string answer = server.answer(kGet);
  EXPECT_THAT(answer, HasSubstr("\r\nConnection: keep-alive\r\nContent-Length"));
}

TEST(Timeouts, of_a_client_that_takes_nothing_end_the_connection) {
  const Server server = server_with("--write-timeout", "100");
  Client client(server.port());
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += kGet;
  // It sends and never reads until the server, which waits for it to read, has had enough.
  const auto deadline = testing::Clock::now() + testing::kDeadline;
  ssize_t sent = 0;
  while (sent >= 0 || errno == EAGAIN) {
    ASSERT_LT(testing::Clock::now(), deadline);
    sent = ::send(client.fd(), requests.data(), requests.size(), MSG_NOSIGNAL);
    if (sent < 0) poll(nullptr, 0, 1);
  }
  SUCCEED();
}

TEST(MaxRequestsPerSocket, ends_the_connection_with_the_last_allowed_answer) {
  const Server server = server_with("--max-requests-per-socket", "2");
  const std::string answers = server.answer(kGet + kGet + kGet);
  const std::size_t second = answers.find("HTTP/1.1", 1);
  ASSERT_NE(second, std::string::npos);
  EXPECT_THAT(answers.substr(0, second), HasSubstr("Connection: keep-alive\r\nKeep-Alive: timeout=65, max=2\r\n"));
  EXPECT_THAT(answers.substr(second), HasSubstr("Connection: close"));
  EXPECT_EQ(answers.find("HTTP/1.1", second + 1), std::string::npos);
}

TEST(MaxConnections, closes_what_is_above) {
  const Server server = server_with("--max-connections", "1");
  // The connection that found out whether the server listens may still be open.
  const auto deadline = testing::Clock::now() + testing::kDeadline;
  auto first = std::make_unique<Client>(server.port());
  while (::send(first->fd(), kGet.data(), kGet.size(), MSG_NOSIGNAL) < 0 || first->read(161).empty()) {
    ASSERT_LT(testing::Clock::now(), deadline);
    first = std::make_unique<Client>(server.port());
  }
  Client second(server.port());
  EXPECT_EQ(second.read_to_end(), "");
  first->send(kGet);
  EXPECT_EQ(first->read(161).size(), 161u);
}

TEST(LimitOptions, take_numbers_only) {
  for (const LimitOption& option : kLimitOptions) {
    const std::string name(option.name);
    const std::vector<std::string> rest = {"--port", "1", "--handler", "set-header"};
    for (const char* wrong : {"x", "-1", "1.5", "", "1000000001", "1s"}) {
      auto arguments = rest;
      arguments.insert(arguments.end(), {name, wrong});
      EXPECT_EQ(parse_options(arguments).problems.size(), 1u) << name << " " << wrong;
    }
    auto arguments = rest;
    arguments.insert(arguments.end(), {name, "12345"});
    const OptionsParse parse = parse_options(arguments);
    EXPECT_TRUE(parse.problems.empty());
    EXPECT_EQ(parse.options.limits.*option.value, 12345u) << name;
  }
}

TEST(Descriptors, that_run_out_do_not_end_the_server_nor_spin_it) {
  rlimit old{};
  getrlimit(RLIMIT_NOFILE, &old);
  rlimit few = old;
  few.rlim_cur = 32;
  setrlimit(RLIMIT_NOFILE, &few);
  const Server server("set-header");
  setrlimit(RLIMIT_NOFILE, &old);
  {
    std::vector<std::unique_ptr<Client>> all;
    for (int i = 0; i < 100; ++i) all.push_back(std::make_unique<Client>(server.port()));
    all.front()->send(kGet);
    EXPECT_EQ(all.front()->read(161).size(), 161u) << "those that are open go on";
    EXPECT_EQ(all.back()->read_to_end(true), "") << "those above are told that they are not served";
  }
  const auto deadline = testing::Clock::now() + testing::kDeadline;
  std::string answer;
  while (answer.empty() && testing::Clock::now() < deadline) {
    Client client(server.port());
    client.send(kGet);
    answer = client.read(161);
  }
  EXPECT_EQ(answer.size(), 161u) << "and new ones are taken when there is room again";
}

}  // namespace
}  // namespace reference
