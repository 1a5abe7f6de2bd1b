// Tests of protocol micro: verdicts on benchmark programs of known truth, programs that break, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/restrictions.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class Micro : public testing::Test {
 protected:
  Arguments micro(const std::string& old_program, const std::string& new_program, const Arguments& more = {}) const {
    return joined({{"compare", "--protocol", "micro", "--old", old_program, "--new", new_program, "--lap-ms", "1",
                    "--out", folder(), "--format", "json"},
                   more});
  }
  /// The fake program twice, with options for each.
  Arguments fakes(const Arguments& more) const { return micro(FAKE_BENCHMARK, FAKE_BENCHMARK, more); }
  std::string folder() const { return scratch_ / "run"; }

  static std::vector<std::string> codes(const Json& warnings) {
    std::vector<std::string> all;
    for (const Json& warning : warnings) all.push_back(warning["code"].get<std::string>());
    return all;
  }
  static Json row_of(const Json& comparison, const std::string& scenario, const std::string& metric) {
    for (const Json& row : comparison["rows"]) {
      if (row["scenario"] == scenario && row["metric"] == metric) return row;
    }
    ADD_FAILURE() << "no row " << scenario << " " << metric;
    return Json::object();
  }

  const Scratch scratch_;
};

/// Eight rounds without the control, whose veto falls once in a hundred runs by design.
const Arguments kClear = {"--rounds", "8", "--no-control"};

TEST_F(Micro, AProgramOfTwiceTheCostIsARegression) {
  const Result result = run(fakes(joined({kClear, {"copy/80", "--new-arg=--time=200", "--fail-on", "regression"}})));
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["protocol"], "micro");
  ASSERT_THAT(comparison["rows"], SizeIs(1));
  EXPECT_EQ(comparison["rows"][0]["scenario"], "copy/80");
  EXPECT_EQ(comparison["rows"][0]["metric"], "time");
  EXPECT_EQ(comparison["rows"][0]["role"], "decides");
  EXPECT_NEAR(comparison["rows"][0]["change_percent"].get<double>(), 100, 2);
  EXPECT_THAT(comparison["headline"], HasSubstr("more time per iteration"));
}

TEST_F(Micro, OfOneProgramIsEquivalentInEveryRowAndTheControlStandsBeside) {
  const Result result = run(fakes({"--rounds", "9", "--alpha", "0.01", "--seed", "3"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  ASSERT_THAT(comparison["rows"], SizeIs(3));
  for (const Json& row : comparison["rows"]) EXPECT_FALSE(row["control"].is_null());
  EXPECT_THAT(comparison["subjects"], SizeIs(3));
  EXPECT_THAT(codes(comparison["warnings"]), Contains("same_build"));
}

TEST_F(Micro, TheRecordIsWholeAndBalanced) {
  ASSERT_EQ(run(fakes({"--rounds", "3", "--counter", "x"})).exit_code, 2) << "an option that is none";
  const Result result = run(fakes({"--rounds", "3"}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const RecordOnDisk record = read_record(folder());
  EXPECT_THAT(schema_problems(record), IsEmpty());
  EXPECT_EQ(record.header["protocol"], "micro");
  std::map<std::string, int> held;
  std::vector<std::string> turns;
  for (const Json& line : record.lines) {
    if (line["kind"] == "lap") ++held[line["arm"].get<std::string>() + line["position"].dump()];
  }
  for (const Json& event : events(record, "round_done")) {
    turns.push_back(event["round"].dump() + "." + event["configuration"].dump());
  }
  EXPECT_THAT(held, SizeIs(9));
  for (const auto& [place, count] : held) EXPECT_EQ(count, 3) << place;
  EXPECT_THAT(turns, ElementsAre("0.0", "0.1", "0.2", "1.0", "1.1", "1.2", "2.0", "2.1", "2.2"));
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "run/micro.json"));
}

TEST_F(Micro, CountersAreExactAndAnyDifferenceIsAChange) {
  const Result result = run(fakes({"copy/80", "--rounds", "2", "--no-control", "--old-arg=--counter=bytes/call=1000",
                                   "--new-arg=--counter=bytes/call=1001", "--old-arg=--counter=arrays/call=1",
                                   "--new-arg=--counter=arrays/call=0"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  const Json bytes = row_of(comparison, "copy/80", "bytes/call");
  EXPECT_EQ(bytes["exact"], true);
  EXPECT_EQ(bytes["role"], "informs");
  EXPECT_EQ(bytes["verdict"], "regression") << "0.1 % is within no margin of an exact metric";
  EXPECT_EQ(bytes["old"]["mean"], 1000);
  EXPECT_EQ(bytes["new"]["mean"], 1001);
  EXPECT_TRUE(bytes["p"].is_null());
  EXPECT_EQ(row_of(comparison, "copy/80", "arrays/call")["verdict"], "improvement");
}

TEST_F(Micro, ACounterThatScattersIsSaidToAndJudgedLikeAnyOther) {
  const Result result = run(
      fakes({"copy/80", "--rounds", "9", "--old-arg=--counter=bytes/call=pid", "--new-arg=--counter=bytes/call=pid"}));
  const Json bytes = row_of(parsed(result.out), "copy/80", "bytes/call");
  EXPECT_THAT(codes(bytes["warnings"]), Contains("not_deterministic"));
}

TEST_F(Micro, CountersThatSayNothingOfACostAreNamedAndMeasuredWhenAsked) {
  const Arguments counted = {"copy/80",
                             "--rounds",
                             "2",
                             "--old-arg=--counter=hits=1",
                             "--new-arg=--counter=hits=2",
                             "--old-arg=--counter=bytes_per_second=1",
                             "--new-arg=--counter=bytes_per_second=1"};
  const Json plain = parsed(run(fakes(counted)).out);
  EXPECT_THAT(plain["rows"], SizeIs(1));
  EXPECT_THAT(codes(plain["warnings"]), Contains("counters_not_compared"));
  std::filesystem::remove_all(folder());
  const Result asked = run(fakes(joined({counted, {"--metrics", "time,hits", "--decide", "hits"}})));
  EXPECT_EQ(parsed(asked.out)["verdict"], "regression") << asked.err;
  std::filesystem::remove_all(folder());
  expect_refused(run(fakes(joined({counted, {"--metrics", "hitz"}}))), {"hitz", "did you mean 'hits'"});
}

TEST_F(Micro, RowsOfOneArmAreNamedNotDropped) {
  const Result result = run(fakes({"--rounds", "1", "--old-arg=--rows=a,b", "--new-arg=--rows=b,c"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  ASSERT_THAT(comparison["rows"], SizeIs(1));
  EXPECT_EQ(comparison["rows"][0]["scenario"], "b");
  EXPECT_THAT(comparison["warnings"].dump(), AllOf(HasSubstr("only old has a"), HasSubstr("only new has c")));
}

TEST_F(Micro, OneProgramWithTwoPartsOfItsNames) {
  const Arguments rows = {"--old-arg=--rows=copy/8,move/8", "--new-arg=--rows=copy/8,move/8"};
  const Result result = run(micro(std::string(FAKE_BENCHMARK) + ":copy", std::string(FAKE_BENCHMARK) + ":move",
                                  joined({rows, {"--rounds", "1"}})));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(parsed(result.out)["rows"][0]["scenario"], "8");
  EXPECT_THAT(codes(parsed(result.out)["warnings"]), Not(Contains("same_build"))) << "another part is another build";
}

TEST_F(Micro, HostileNamesAreMeasuredAndNeverReadByAShell) {
  const std::string name = "f<int>(x)|[y]{2}*?^$\\ \"q\" $(touch " + (scratch_ / "touched") + ") `id` ::error::%s";
  const Arguments rows = {"--old-arg=--rows=" + name + ",plain", "--new-arg=--rows=" + name + ",plain"};
  const Result result = run(fakes(joined({rows, {"--rounds", "2"}})));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(parsed(result.out)["rows"][0]["scenario"], name);
  EXPECT_EQ(parsed(result.out)["rows"][0]["rounds"], 2);
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "touched"));
  for (const std::string format : {"text", "node", "markdown", "csv"}) {
    EXPECT_EQ(run({"judge", folder(), "--format", format}).exit_code, 0) << format;
  }
}

TEST_F(Micro, APlanThatHasHostileNamesShowsThemHarmless) {
  const Arguments rows = {"--old-arg=--rows=a\x1b[2Jb", "--new-arg=--rows=a\x1b[2Jb"};
  const Result result = run(joined(
      {{"plan", "--protocol", "micro", "--old", FAKE_BENCHMARK, "--new", FAKE_BENCHMARK, "--rounds", "2"}, rows}));
  EXPECT_THAT(result.out, AllOf(Not(HasSubstr("\x1b")), HasSubstr("\\x1b")));
}

struct MicroFault {
  std::string kind;
  std::string seen;
};
void PrintTo(const MicroFault& fault, std::ostream* out) { *out << fault.kind; }

class MicroFaults : public Micro, public testing::WithParamInterface<MicroFault> {};

TEST_P(MicroFaults, MakeTheArmVoidAndTheOtherRowsGoOn) {
  const Result result = run(fakes({"--rounds", "2", "--new-arg=--fault=" + GetParam().kind + ":copy/80"}));
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("arm new, round 1, copy/80: "), HasSubstr(GetParam().seen)));
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["verdict"], "invalid");
  EXPECT_EQ(row_of(comparison, "copy/80", "time")["verdict"], "invalid");
  EXPECT_EQ(row_of(comparison, "move/8", "time")["rounds"], 2);
  EXPECT_THAT(schema_problems(read_record(folder())), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, MicroFaults,
                         testing::Values(MicroFault{"crash", "was killed by signal 6"},
                                         MicroFault{"exit", "exited with status 3"},
                                         MicroFault{"empty", "wrote no results"}, MicroFault{"garbage", "no JSON"},
                                         MicroFault{"error", "reported an error: no socket"}),
                         [](const auto& instance) { return instance.param.kind; });

TEST_F(Micro, TruncatedResultsMakeTheArmVoid) {
  const Result result = run(fakes({"copy/80", "--rounds", "1", "--old-arg=--fault=truncate:none"}));
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("arm "), HasSubstr("truncated")));
}

TEST_F(Micro, ABannerIsNoRow) {
  const Arguments banners = {"--old-arg=--banner=Loading", "--new-arg=--banner=Loading"};
  const Result result = run(fakes(joined({banners, {"--rounds", "1"}})));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(parsed(result.out)["rows"], SizeIs(3));
  EXPECT_THAT(codes(parsed(result.out)["warnings"]), Contains("row_without_result"));
}

TEST_F(Micro, ALibraryThatWantsPlainSecondsIsMeasuredToo) {
  const Result result = run(fakes({"copy/80", "--rounds", "1", "--new-arg=--plain-seconds"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(Micro, AnInterruptedRunGoesOnWithTheSameRows) {
  Running running({.arguments = fakes({"copy", "--rounds", "100"})});
  ASSERT_TRUE(poll_until([&] { return count_lines(folder()) >= 20 || running.ended(); }));
  running.send(SIGINT);
  const Result stopped = running.wait();
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  const std::size_t before = events(read_record(folder()), "round_done").size();
  ASSERT_LT(before, 200u);
  const Result resumed = run({"compare", "--resume", folder(), "--format", "json"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(events(read_record(folder()), "round_done"), SizeIs(200));
  EXPECT_EQ(parsed(resumed.out)["rows"][0]["rounds"], 100);
}

TEST_F(Micro, IsMeasuredInTheBudgetAndNoFewerRoundsThanAVerdictNeeds) {
  const Result result = run(fakes({"--budget", "0.1s"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  ASSERT_THAT(comparison["rows"], SizeIs(testing::Gt(0)));
  for (const Json& row : comparison["rows"]) EXPECT_GE(row["rounds"], 9);
}

TEST_F(Micro, OneProgramAloneCanBeRun) {
  const Result result = run({"run", "--protocol", "micro", "--server", FAKE_BENCHMARK, "--rounds", "2", "--lap-ms", "1",
                             "--out", folder(), "--format", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(parsed(result.out)["rows"], SizeIs(3));
  EXPECT_EQ(parsed(result.out)["single"], true);
}

TEST_F(Micro, APlanSaysRowsTotalAndCpuAndMeasuresNothing) {
  const Result result = run({"plan", "--protocol", "micro", "--old", FAKE_BENCHMARK, "--new", FAKE_BENCHMARK,
                             "--budget", "1m", "--filter", "copy"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("2 rows x 3 arms (old, new, control)"), HasSubstr("fit into 60 s"),
                                HasSubstr("2 min in all"), HasSubstr("benchmarks on CPU"), HasSubstr("\ncopy/80"),
                                Not(HasSubstr("move/8")), Not(HasSubstr("client"))));
}

TEST_F(Micro, AHotPathOfOursIsComparedByItsVariants) {
  const Result result = run(micro("emit/rest-args", "emit/indexed", {"emit/1_listener/2_arguments", "--rounds", "1"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_EQ(row_of(comparison, "emit/1_listener/2_arguments", "arrays/call")["old"]["mean"], 1);
  EXPECT_EQ(row_of(comparison, "emit/1_listener/2_arguments", "arrays/call")["new"]["mean"], 0);
  EXPECT_GT(row_of(comparison, "emit/1_listener/2_arguments", "time")["old"]["mean"], 0);
}

TEST_F(Micro, WorksOnAMachineOfOneCpuWhereTheHarnessSleepsMeanwhile) {
  const Result result = run({.arguments = fakes({"copy/80", "--rounds", "1"}), .cpus = {first_allowed_cpu()}});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(codes(parsed(result.out)["warnings"]), Not(Contains("shared_cpu")));
}

TEST_F(Micro, ATemporaryFolderThatIsNotThereIsSaid) {
  const Result result = run({.arguments = fakes({}), .environment = {{"TMPDIR", "/no/such/folder"}}});
  expect_refused(result, {"temporary folder", "TMPDIR"});
}

TEST(MicroList, ShowsHotPathsWithTheirVariants) {
  const Result result = run({"list", "micro"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("  emit "), HasSubstr("rest-args, indexed"), HasSubstr("header-walk")));
}

/// Refused before anything is recorded.
class MicroRefusal : public Micro {
 protected:
  void TearDown() override { EXPECT_FALSE(std::filesystem::exists(folder())) << "a folder was left"; }
};

TEST_F(MicroRefusal, OfOptionsOfALoadNamesThem) {
  for (const Arguments& option : std::vector<Arguments>{{"--load", "closed"},
                                                        {"--connections", "3"},
                                                        {"--pipeline", "2"},
                                                        {"--laps", "3"},
                                                        {"--client-cpus", "0"}}) {
    expect_refused(run(fakes(option)), {option[0], "micro"});
  }
}

TEST_F(MicroRefusal, OfAProgramThatIsNoBenchmarkSaysSo) {
  expect_refused(run(micro("/bin/true", FAKE_BENCHMARK)), {"/bin/true", "Google Benchmark"});
  expect_refused(run(micro(FAKE_BENCHMARK, "/bin/ls")), {"/bin/ls", "Google Benchmark"});
  expect_refused(run(micro("/no/such/bench", FAKE_BENCHMARK)), {"/no/such/bench"});
  expect_refused(run(micro("reference:before", "reference:after")), {"reference:before"});
}

TEST_F(MicroRefusal, OfRowsThatAreNotThereShowsThoseThatAre) {
  expect_refused(run(fakes({"cpy"})), {"'cpy'", "copy/80"});
  expect_refused(run(fakes({"--filter", "nothing"})), {"--filter nothing", "copy/80"});
  expect_refused(run(fakes({"--old-arg=--rows=a", "--new-arg=--rows=b"})), {"no row in common", "old has a"});
  expect_refused(run(micro(std::string(FAKE_BENCHMARK) + ":cpoy", FAKE_BENCHMARK)), {"'cpoy'"});
  expect_refused(run(fakes({"--old-arg=--rows=", "--new-arg=--rows="})), {"lists no rows"});
}

TEST_F(MicroRefusal, OfAnUnknownVariantSuggestsTheNearest) {
  expect_refused(run(micro("emit/rest-args", "emit/indexd")), {"'indexd'", "did you mean 'indexed'"});
  expect_refused(run(micro("emitt/rest-args", "emit/indexed")), {"emitt", "did you mean 'emit'"});
  expect_refused(run(micro("emit", "emit/indexed")), {"no variant"});
}

}  // namespace
}  // namespace hotlap::end_to_end
