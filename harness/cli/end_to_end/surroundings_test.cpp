// Tests of a machine that others use too: ports that are taken, other runs, another language.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A port of the loopback interface that somebody listens on, and never answers.
class TakenPort {
 public:
  TakenPort() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(socket_, 16), 0);
    EXPECT_EQ(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~TakenPort() { close(socket_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;

  std::string number() const { return std::to_string(port_); }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

TEST(TakenPorts, AreNamedByTheMessage) {
  const Scratch scratch;
  const TakenPort port;
  const std::string subject = "cmd:" FIXTURE_SERVER " --port " + port.number() + " --variant same";
  const Result result = run(joined(
      {{"compare", "set-header", "--old", command_of("same"), "--new", subject, "--out", scratch / "run"}, kSmall}));
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("arm new"), HasSubstr(port.number()), HasSubstr("in use")));
}

TEST(TwoRuns, AtTheSameTimeBothWork) {
  const Scratch scratch;
  Running first(Start{.arguments = joined({compare("same", "slow-20", scratch / "first"), kSmall})});
  Running second(Start{.arguments = joined({compare("same", "slow-20", scratch / "second"), kSmall})});
  const Result first_result = first.wait();
  const Result second_result = second.wait();
  EXPECT_EQ(first_result.exit_code, 0) << first_result.err;
  EXPECT_EQ(second_result.exit_code, 0) << second_result.err;
  EXPECT_TRUE(first.leaves_nothing());
  EXPECT_TRUE(second.leaves_nothing());
}

TEST(TwoRuns, WithTheSameSeedAtTheSameTimeDoNotFightOverPorts) {
  const Scratch scratch;
  const Arguments seed = {"--seed", "77"};
  Running first(Start{.arguments = joined({compare("same", "same", scratch / "first"), kSmall, seed})});
  Running second(Start{.arguments = joined({compare("same", "same", scratch / "second"), kSmall, seed})});
  const Result first_result = first.wait();
  const Result second_result = second.wait();
  EXPECT_EQ(first_result.exit_code, 0) << first_result.err;
  EXPECT_EQ(second_result.exit_code, 0) << second_result.err;
}

/// German with a decimal comma: compiled into the folder where the C library finds it, when the machine can.
class DecimalComma : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    locales_ = new Scratch;
    Arguments command = {"localedef", "-i", "de_DE", "-f", "UTF-8", *locales_ / "de_DE.UTF-8"};
    std::vector<char*> arguments(command.size() + 1);  // with the null that ends them
    std::transform(command.begin(), command.end(), arguments.begin(), [](std::string& text) { return text.data(); });
    pid_t child = -1;
    if (posix_spawnp(&child, "localedef", nullptr, nullptr, arguments.data(), environ) == 0) {
      waitpid(child, nullptr, 0);
    }
  }
  static void TearDownTestSuite() { delete locales_; }

  static Start german(const Arguments& arguments) {
    return {.arguments = arguments, .environment = {{"LOCPATH", locales_->path()}, {"LC_ALL", "de_DE.UTF-8"}}};
  }

  static inline Scratch* locales_ = nullptr;
  const Scratch scratch_;
};

TEST_F(DecimalComma, ChangesNoNumberOfTheRecordAndOfTheOutput) {
  const Arguments options = {"--margin", "2.5%", "--lap-ms", "5.5", "--rounds", "2", "--laps", "2"};
  const Result result = run(german(joined({compare("same", "same", scratch_ / "run"), options, {"--format", "json"}})));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["policy"]["margin_percent"], 2.5);
  const RecordOnDisk record = read_record(scratch_ / "run");
  EXPECT_THAT(schema_problems(record), IsEmpty());
  EXPECT_EQ(record.header["lap_ms"], 5.5);

  for (const std::string format : {"text", "node", "markdown", "csv", "json"}) {
    const Arguments judge = {"judge", scratch_ / "run", "--format", format};
    EXPECT_EQ(run(german(judge)).out, run(judge).out) << format;
  }
}

TEST_F(DecimalComma, StillReadsNumbersWithAPoint) {
  const Arguments plan = {"plan",     "--old", "fixtures:same", "--new", "fixtures:same", "--lap-ms", "7.5",
                          "--rounds", "3",     "--seed",        "1"};
  const Result result = run(german(plan));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("7.5 ms"));
  EXPECT_EQ(result.out, run(plan).out);
}

}  // namespace
}  // namespace hotlap::end_to_end
