// Servers of every behaviour: this test's own program, started once more to be one.
#include "harness/subject/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "harness/core/stop.h"
#include "harness/subject/system_processes.h"
#include "harness/subject/test_listener.h"

namespace hotlap::subject {
namespace {

using testing::MatchesRegex;

[[noreturn]] void wait_for_good() {
  for (;;) pause();
}

void print(const char* text) {
  if (write(STDOUT_FILENO, text, std::strlen(text)) < 0) _exit(9);
}

[[noreturn]] void listen_until_terminated(std::uint16_t port) {
  // Before it listens: who finds it listening may stop it at once.
  std::signal(SIGTERM, [](int) {
    print("stopping\nrequests 7\n");
    _exit(0);
  });
  const TestListener listener(INADDR_LOOPBACK, port);
  wait_for_good();
}

/// Not a test: the program that the tests below start.
TEST(DISABLED_TestServer, Runs) {
  const char* behaviour = std::getenv("HOTLAP_TEST_SERVER");
  const char* port_text = std::getenv("PORT");
  if (behaviour == nullptr || port_text == nullptr) GTEST_SKIP() << "only for the other tests";
  std::uint16_t port = 0;
  std::from_chars(port_text, port_text + std::strlen(port_text), port);
  const std::string_view is = behaviour;
  if (is == "exits") {
    print("no luck\n");
    _exit(3);
  }
  if (is == "never") wait_for_good();
  if (is == "ignores SIGTERM") {
    std::signal(SIGTERM, SIG_IGN);
    const TestListener listener(INADDR_LOOPBACK, port);
    wait_for_good();
  }
  if (is == "has a worker" && fork() != 0) wait_for_good();
  if (is == "goes to the background") {
    if (fork() != 0) _exit(0);
    setsid();
  }
  if (is == "has a background worker" && fork() == 0) {
    const pid_t between = getpid();
    if (fork() != 0) _exit(0);
    setsid();
    while (getppid() == between) usleep(1000);
    listen_until_terminated(port);
  }
  if (is == "has a background worker") {
    wait(nullptr);
    wait_for_good();
  }
  listen_until_terminated(port);
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    subject_.spec = "cmd:test";
    subject_.executable = std::filesystem::read_symlink("/proc/self/exe").string();
    subject_.manifest.command = {"", "--gtest_filter=DISABLED_TestServer.Runs", "--gtest_also_run_disabled_tests"};
    subject_.manifest.counts_requests = true;
    subject_.manifest.ready_seconds = 30;
    subject_.manifest.stop_seconds = 30;
    TestListener free;
    launch_.port = free.port();
  }
  Server start(const std::string& behaviour) {
    subject_.extra_environment = {{"HOTLAP_TEST_SERVER", behaviour}};
    return Server(*processes_, subject_, launch_);
  }
  std::string port() const { return std::to_string(launch_.port); }

  std::unique_ptr<core::Processes> processes_ = system_processes();
  Subject subject_;
  Launch launch_;
};

template <class Failure>
std::string failure_of(Server& server) {
  try {
    server.wait_ready();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

/// How it ended; empty while it lives.
std::string death_of(Server& server) {
  try {
    server.check_alive();
  } catch (const core::ArmFailure& failure) {
    return failure.what();
  }
  return "";
}

TEST_F(ServerTest, IsReadyWhenItListensAndStopsWithItsCount) {
  Server server = start("listens");
  server.wait_ready();
  server.check_alive();
  const Stop stop = server.stop();
  EXPECT_FALSE(stop.killed);
  EXPECT_EQ(stop.requests, 7U);
  EXPECT_THROW(server.check_alive(), core::ArmFailure);
}

TEST_F(ServerTest, ACountIsOnlyTakenFromServersThatCount) {
  subject_.manifest.counts_requests = false;
  Server server = start("listens");
  server.wait_ready();
  EXPECT_FALSE(server.stop().requests.has_value());
}

TEST_F(ServerTest, AWorkerMayListenForIt) {
  Server server = start("has a worker");
  server.wait_ready();
  EXPECT_FALSE(server.stop().killed);
  EXPECT_TRUE(eventually([&] {
    try {
      const TestListener again(INADDR_LOOPBACK, launch_.port);
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  })) << "the worker went with it";
}

TEST_F(ServerTest, ItsEndBeforeItIsReadyIsTold) {
  Server server = start("exits");
  try {
    server.wait_ready();
    FAIL() << "no failure";
  } catch (const core::ArmFailure& failure) {
    EXPECT_STREQ(failure.what(), "exited with status 3 before it was ready");
    EXPECT_THAT(failure.seen(), testing::EndsWith("no luck\n"));
  }
}

TEST_F(ServerTest, NoPortWithinTheDeadlineIsTold) {
  subject_.manifest.ready_seconds = 1;
  Server server = start("never");
  EXPECT_EQ(failure_of<core::ArmFailure>(server), "accepted no connection on port " + port() + " within 1 s");
}

TEST_F(ServerTest, SomebodyElseOnThePortIsTold) {
  const TestListener other(INADDR_LOOPBACK, launch_.port);
  Server server = start("never");
  EXPECT_EQ(failure_of<PortTaken>(server),
            "port " + port() + " is served by another process, " + std::to_string(getpid()) + " (subject_test)");
}

TEST_F(ServerTest, SomebodyElseOnThePortExplainsItsEnd) {
  const TestListener other(INADDR_LOOPBACK, launch_.port);
  Server server = start("exits");
  ASSERT_TRUE(eventually([&] { return !death_of(server).empty(); }));
  EXPECT_THAT(failure_of<PortTaken>(server), testing::StartsWith("exited with status 3 before it was ready; port " +
                                                                 port() + " is served by another"));
}

TEST_F(ServerTest, GoingToTheBackgroundIsRefused) {
  Server server = start("goes to the background");
  // The first process may still be there when the port is tried: then its end is found out a little later.
  std::string failure = failure_of<core::ArmFailure>(server);
  EXPECT_TRUE(eventually([&] {
    if (failure.empty()) failure = death_of(server);
    return !failure.empty();
  }));
  EXPECT_THAT(failure,
              testing::AnyOf(MatchesRegex("exited with status 0 and left process [0-9]+ in the background; run "
                                          "it in the foreground"),
                             MatchesRegex("the listening process [0-9]+ is not a child of the started one; run "
                                          "it in the foreground")));
}

TEST_F(ServerTest, AListenerInTheBackgroundIsRefused) {
  Server server = start("has a background worker");
  EXPECT_THAT(failure_of<core::ArmFailure>(server),
              MatchesRegex("the listening process [0-9]+ is not a child of the started one; run it in the foreground"));
}

TEST_F(ServerTest, OneThatIgnoresSigtermIsKilled) {
  subject_.manifest.stop_seconds = 1;
  Server server = start("ignores SIGTERM");
  server.wait_ready();
  const Stop stop = server.stop();
  EXPECT_TRUE(stop.killed);
  EXPECT_FALSE(stop.requests.has_value());
}

TEST_F(ServerTest, ItsDeathIsTold) {
  Server server = start("listens");
  server.wait_ready();
  kill(server.pid(), SIGKILL);
  EXPECT_TRUE(eventually([&] { return !death_of(server).empty(); }));
  EXPECT_EQ(death_of(server), "was killed by signal 9 (SIGKILL)");
}

TEST_F(ServerTest, AStopThatIsAskedForEndsTheWait) {
  Server server = start("never");
  core::set_stop_requested(true);
  EXPECT_THROW(server.wait_ready(), core::Interrupted);
  core::set_stop_requested(false);
}

TEST_F(ServerTest, WhatCannotBeStartedIsTheUsersError) {
  subject_.executable = "/no/such/server";
  EXPECT_THROW(start("listens"), core::UserError);
}

}  // namespace
}  // namespace hotlap::subject
