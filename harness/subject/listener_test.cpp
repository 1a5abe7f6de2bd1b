// Who listens on a port: from tables as text, and from sockets of the test itself.
#include "harness/subject/listener.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <csignal>

#include "harness/subject/file_descriptor.h"
#include "harness/subject/test_listener.h"

namespace hotlap::subject {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ListeningInodes, AreThoseThatLoopbackReaches) {
  if constexpr (std::endian::native != std::endian::little)
    GTEST_SKIP() << "the text below is of a little-endian machine";
  constexpr const char* kTable =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
      "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0\n"
      "   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12 1 0 100 0 0 10 0\n"
      "   2: 0200000A:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 13 1 0 100 0 0 10 0\n"
      "   3: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 14 1 0 100 0 0 10 0\n"
      "   4: 0100007F:1F90 0100007F:A3B2 01 00000000:00000000 00:00000000 00000000     0        0 15 1 0 20 0 0 10 "
      "-1\n";
  EXPECT_THAT(listening_inodes(kTable, 8080), ElementsAre(11, 12));
  constexpr const char* kTable6 =
      "  sl  local_address                         remote_address                        st ...\n"
      "   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 "
      "00:00000000 00000000     0        0 21 1 0 100 0 0 10 0\n"
      "   1: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 "
      "00:00000000 00000000     0        0 22 1 0 100 0 0 10 0\n"
      "   2: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 "
      "00:00000000 00000000     0        0 23 1 0 100 0 0 10 0\n";
  EXPECT_THAT(listening_inodes(kTable6, 8080), ElementsAre(21, 22)) << "::1 is not reached from 127.0.0.1";
  EXPECT_THAT(listening_inodes("", 8080), IsEmpty());
  EXPECT_THAT(listening_inodes("nonsense\n\n0: x", 8080), IsEmpty());
}

TEST(Listeners, OfOurOwnAreFoundAndOurs) {
  const TestListener listener;
  const auto inodes = listeners_on(listener.port());
  ASSERT_EQ(inodes.size(), 1U);
  EXPECT_TRUE(holds_socket(getpid(), inodes));
  EXPECT_THAT(holders_of(inodes), testing::Contains(getpid()));
  EXPECT_TRUE(accepts_connections(listener.port()));
}

TEST(Listeners, OnAllAddressesAreFoundToo) {
  const TestListener listener(INADDR_ANY);
  EXPECT_EQ(listeners_on(listener.port()).size(), 1U);
}

TEST(Listeners, OfIpv6AreFoundWhereTheyTakeIpv4) {
  const FileDescriptor socket6(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 here{};
  here.sin6_family = AF_INET6;
  if (!socket6.valid() || bind(socket6.get(), reinterpret_cast<sockaddr*>(&here), sizeof here) != 0) {
    GTEST_SKIP() << "no IPv6 here";
  }
  ASSERT_EQ(listen(socket6.get(), 1), 0);
  socklen_t size = sizeof here;
  ASSERT_EQ(getsockname(socket6.get(), reinterpret_cast<sockaddr*>(&here), &size), 0);
  EXPECT_EQ(listeners_on(ntohs(here.sin6_port)).size(), 1U);
}

TEST(Listeners, BelongToWhoeverHasThemOpen) {
  const TestListener listener;
  const auto inodes = listeners_on(listener.port());
  const pid_t child = fork();
  if (child == 0) {
    close(listener.file());
    for (;;) pause();
  }
  EXPECT_TRUE(eventually([&] { return !holds_socket(child, inodes); }));
  EXPECT_TRUE(holds_socket(getpid(), inodes));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(holds_socket(child, inodes));
}

TEST(Listeners, AreGoneWithTheirSocket) {
  TestListener listener;
  const auto port = listener.port();
  listener.close();
  EXPECT_THAT(listeners_on(port), IsEmpty());
  EXPECT_FALSE(accepts_connections(port));
}

}  // namespace
}  // namespace hotlap::subject
