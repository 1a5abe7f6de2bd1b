// Tests of judging what other tools measured.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string write(const Scratch& scratch, const std::string& name, const std::string& text) {
  std::string path = scratch / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// Rates about 1000, new better by `percent`, old always first or in turns.
std::string node_csv(double percent, bool in_turns, int rounds = 30) {
  std::string text = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";
  for (int k = 0; k < rounds; ++k) {
    const double noise = (k * 7) % 11 - 5;
    const std::string old_row = fmt::format("\"old\",\"http/simple.js\",\"c=50 type='bytes'\",{},5.1\n", 1000 + noise);
    const std::string new_row = fmt::format("\"new\",\"http/simple.js\",\"c=50 type='bytes'\",{},5.2\n",
                                            (1000 - (k * 5) % 7 + 3) * (1 + percent / 100));
    text += in_turns && k % 2 == 1 ? new_row + old_row : old_row + new_row;
  }
  return text;
}

TEST(Import, ACsvOfNodeWithOldAlwaysFirstIsJudgedByWelchAndSaysSo) {
  const Scratch scratch;
  const std::string path = write(scratch, "compare.csv", node_csv(10, false));
  const Result result = run({"import", path, "--format", "json", "--fail-on", "regression"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  const Json& row = comparison["rows"][0];
  EXPECT_EQ(row["verdict"], "improvement");
  EXPECT_EQ(row["parameters"]["type"], "bytes") << row.dump(1);
  EXPECT_NEAR(row["change_percent"].get<double>(), 10, 0.5);
  EXPECT_EQ(row["p"], row["welch"]["p"]);
  EXPECT_THAT(row["warnings"].dump(), HasSubstr("order_imbalance"));
}

TEST(Import, ManyFilesOfEachBuildAreJudgedTogether) {
  const Scratch scratch;
  std::vector<std::string> arguments{"import", "--format", "json"};
  for (const std::string arm : {"old", "new"}) {
    arguments.push_back("--" + arm);
    for (int i = 0; i < 7; ++i) {
      const int rate = (arm == "old" ? 1000 : 1100) + (i * 5) % 7;
      arguments.push_back(write(scratch, arm + std::to_string(i), fmt::format("BenchmarkA 100 {} ns/op\n", rate)));
    }
  }
  const Result result = run(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json row = parsed(result.out)["rows"][0];
  EXPECT_EQ(row["verdict"], "regression") << row.dump(1);
  EXPECT_EQ(row["old"]["n"], 7);
  EXPECT_EQ(run({"import", "beside.txt", "--old", "a", "--new", "b"}).exit_code, 2);
  EXPECT_THAT(run({"import"}).err, HasSubstr("0 files"));
}

TEST(Import, ACsvInBalancedTurnsIsJudgedByPairs) {
  const Scratch scratch;
  const std::string path = write(scratch, "compare.csv", node_csv(-10, true));
  const Result result = run({"import", path, "--format", "json", "--fail-on", "regression"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const Json row = parsed(result.out)["rows"][0];
  EXPECT_EQ(row["verdict"], "regression");
  EXPECT_THAT(row["warnings"].dump(), Not(HasSubstr("order_imbalance")));
}

TEST(Import, TwoRunsOfOneBuildAreNoChange) {
  const Scratch scratch;
  const Json row =
      parsed(run({"import", write(scratch, "a.csv", node_csv(0, true)), "--format", "json"}).out)["rows"][0];
  EXPECT_EQ(row["verdict"], "equivalent");
}

TEST(Import, FewSamplesAreInsufficient) {
  const Scratch scratch;
  const std::string path = write(scratch, "a.csv", node_csv(50, false, 2));
  EXPECT_EQ(parsed(run({"import", path, "--format", "json"}).out)["rows"][0]["verdict"], "insufficient");
}

TEST(Import, TwoFilesOfGoAreOldAndNew) {
  const Scratch scratch;
  std::string old_text = "goos: linux\npkg: example.org/x\n";
  std::string new_text = old_text;
  for (int k = 0; k < 10; ++k) {
    old_text += fmt::format("BenchmarkParse-8   1000   {} ns/op   128 B/op   3 allocs/op\n", 200 + k);
    new_text += fmt::format("BenchmarkParse-8   1000   {} ns/op   128 B/op   2 allocs/op\n", 300 + k);
  }
  const Result result =
      run({"import", write(scratch, "old.txt", old_text), write(scratch, "new.txt", new_text), "--format", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const Json& row : parsed(result.out)["rows"]) {
    if (row["metric"] == "bytes") continue;
    EXPECT_EQ(row["verdict"], row["metric"] == "time" ? "regression" : "improvement") << row["metric"];
  }
}

TEST(Import, ABadLineIsNamedAndNothingIsPrinted) {
  const Scratch scratch;
  const std::string good = node_csv(0, true);
  const std::string path = write(scratch, "cut.csv", good.substr(0, good.size() - 12));
  for (const Arguments& arguments : {Arguments{"import", path},
                                     {"import", write(scratch, "comma.csv", good + "old,x.js,c=1,1,5,1\n")},
                                     {"import", write(scratch, "nan.csv", good + "old,x.js,c=1,nan,5\n")}}) {
    const Result result = run(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(arguments[1] + ":6")) << result.err;
  }
}

TEST(Import, WhatCannotBeReadIsRefused) {
  const Scratch scratch;
  const std::string prose = write(scratch, "prose.txt", "hello\n");
  const std::string csv = write(scratch, "a.csv", node_csv(0, true));
  EXPECT_THAT(run({"import", prose}).err, HasSubstr("no tool that is known"));
  EXPECT_THAT(run({"import", write(scratch, "empty", "")}).err, HasSubstr("empty"));
  EXPECT_THAT(run({"import", csv, "--from", "node-csw"}).err, HasSubstr("did you mean"));
  EXPECT_EQ(run({"import", csv, csv}).exit_code, 2) << "a file with both builds is imported alone";
  EXPECT_EQ(run({"import", csv, csv, csv}).exit_code, 2);
  EXPECT_EQ(run({"import", scratch / "absent"}).exit_code, 2);
  EXPECT_EQ(run({"import", scratch.path().string()}).exit_code, 2);
  EXPECT_EQ(run({"import"}).exit_code, 2);
}

}  // namespace
}  // namespace hotlap::end_to_end
