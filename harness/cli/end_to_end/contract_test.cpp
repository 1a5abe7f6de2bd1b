// The contract of servers: ready in time, an answer to every scenario written for it, its requests counted, an end when
// asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// The servers of servers/, each as a subject that can be started.
const std::vector<std::string> kSubjects = {"reference:before", "reference:after", "node", "fixtures:same"};

std::string name_of(const std::string& subject) { return subject.substr(0, subject.find(':')); }

/// First words of the two-space indented lines of `hotlap list TOPIC`, with what follows them.
std::vector<std::pair<std::string, std::string>> listed(const std::string& topic) {
  std::vector<std::pair<std::string, std::string>> all;
  std::istringstream text(run({"list", topic}).out);
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("  ") || line.starts_with("   ")) continue;
    const std::size_t end = line.find(' ', 2);
    all.emplace_back(line.substr(2, end - 2), line.substr(end));
  }
  return all;
}

/// The scenarios written for a server, by the list in brackets at the end of their lines.
std::vector<std::string> scenarios_of(const std::string& server) {
  std::vector<std::string> names;
  for (const auto& [name, rest] : listed("scenarios")) {
    std::string list = rest.substr(rest.rfind('[') + 1);
    std::replace(list.begin(), list.end(), ']', ',');
    if ((" " + list).find(" " + server + ",") != std::string::npos) names.push_back(name);
  }
  return names;
}

TEST(ServerContract, IsTestedForEveryServer) {
  std::vector<std::string> tested;
  for (const auto& subject : kSubjects) tested.push_back(name_of(subject));
  const auto servers = listed("servers");
  ASSERT_THAT(servers, Not(IsEmpty()));
  for (const auto& [name, help] : servers) EXPECT_THAT(tested, Contains(name)) << "add it to kSubjects";
}

class ServerContract : public testing::TestWithParam<std::string> {};

TEST_P(ServerContract, IsKept) {
  const auto scenarios = scenarios_of(name_of(GetParam()));
  ASSERT_THAT(scenarios, Not(IsEmpty()));
  for (const std::string& scenario : scenarios) {
    SCOPED_TRACE(scenario);
    const Scratch scratch;
    const Result result = run({"run", scenario, "--server", GetParam(), "--protocol", "rounds", "--rounds", "1",
                               "--lap-ms", "20", "--out", scratch / "run", "--format", "json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const RecordOnDisk record = read_record(scratch / "run");
    const std::size_t configurations = record.header["configurations"].size();
    EXPECT_GE(configurations, 1u);
    EXPECT_THAT(events(record, "round_done"), SizeIs(configurations));
    EXPECT_THAT(events(record, "void_arm"), IsEmpty());
    EXPECT_THAT(events(record, "killed"), IsEmpty()) << "it did not end by itself when asked to";
  }
}

INSTANTIATE_TEST_SUITE_P(Servers, ServerContract, testing::ValuesIn(kSubjects), [](const auto& one) {
  std::string name = one.param;
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
});

}  // namespace
}  // namespace hotlap::end_to_end
