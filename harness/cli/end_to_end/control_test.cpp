// Tests of what the control runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

const Arguments kReference = {"compare", "set-header", "--old", "reference:before", "--new", "reference:after"};

std::map<std::string, Json> subjects_of(const std::string& folder) {
  const RecordOnDisk record = read_record(folder);
  std::map<std::string, Json> subjects;
  for (const Json& subject : record.header["subjects"]) subjects[subject["arm"]] = subject;
  return subjects;
}

TEST(Control, OfARelinkedCopyRunsTheOtherExecutable) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  const Result result = run(joined({kReference, kSmall, {"--control", "relinked", "--out", folder}}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::map<std::string, Json> subjects = subjects_of(folder);
  EXPECT_THAT(subjects["control"]["executable"].get<std::string>(), EndsWith("reference-server-relinked"));
  EXPECT_EQ(subjects["control"]["variant"], "before");
  EXPECT_NE(subjects["control"]["hash"], subjects["old"]["hash"]);
  EXPECT_THAT(subjects["new"]["executable"].get<std::string>(), EndsWith("reference-server"));
}

TEST(Control, IsOldOnceMoreUnlessAsked) {
  const Scratch scratch;
  ASSERT_EQ(run(joined({kReference, kSmall, {"--out", scratch / "run"}})).exit_code, 0);
  std::map<std::string, Json> subjects = subjects_of(scratch / "run");
  EXPECT_EQ(subjects["control"]["hash"], subjects["old"]["hash"]);
}

TEST(Control, OfAServerWithoutARelinkedCopyIsRefused) {
  const Arguments relinked = {"--control", "relinked"};
  const Result fixture = run(
      joined({{"compare", "set-header", "--old", command_of("same"), "--new", command_of("same")}, kSmall, relinked}));
  EXPECT_EQ(fixture.exit_code, 2);
  EXPECT_THAT(fixture.err, HasSubstr("has no relinked copy"));
  EXPECT_EQ(run(joined({kReference, kSmall, relinked, {"--no-control"}})).exit_code, 2);
  EXPECT_EQ(run(joined({kReference, kSmall, {"--control", "other"}})).exit_code, 2);
}

}  // namespace
}  // namespace hotlap::end_to_end
