// Tests of what a comparison prints, where, and what it leaves on disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(Output, TheTableGoesToStandardOutputAndThePlanToStandardError) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("cpu"), HasSubstr("throughput"), HasSubstr("95 % interval"),
                                HasSubstr("latency_p99"), HasSubstr("verdict")));
  EXPECT_THAT(result.out, Not(HasSubstr("plan:")));
  EXPECT_THAT(result.err, AllOf(HasSubstr("plan:"), HasSubstr("2 rounds"), HasSubstr(" s in all"),
                                HasSubstr("server on CPU"), HasSubstr("client on CPU")));
  EXPECT_THAT(result.err, HasSubstr(scratch / "run")) << "it does not say where the record is";
}

TEST(Output, NoProgressLineIsWrittenWhereNobodyWatches) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall}));
  EXPECT_THAT(result.err, AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\033"))));
  EXPECT_THAT(result.out, AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\033"))));
}

TEST(Output, QuietSaysNothingButTheResult) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall, {"--quiet"}}));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("cpu"));
}

TEST(Output, EveryFormatPrintsItsOwnShape) {
  const Scratch scratch;
  ASSERT_EQ(run(joined({compare("same", "same", scratch / "run"), kSmall})).exit_code, 0);
  const auto shown = [&](const std::string& format) {
    const Result result = run({"judge", scratch / "run", "--format", format});
    EXPECT_EQ(result.exit_code, 0) << format << ": " << result.err;
    return result.out;
  };
  EXPECT_THAT(shown("text"), HasSubstr("95 % interval"));
  EXPECT_THAT(shown("node"), AllOf(HasSubstr("confidence improvement accuracy (*)"), HasSubstr("(***)")));
  EXPECT_THAT(shown("markdown"), AllOf(StartsWith("**"), HasSubstr("|---|"), HasSubstr("<details>")));
  EXPECT_THAT(shown("csv"), StartsWith("scenario,"));
  EXPECT_THAT(shown("json"), StartsWith("{"));
}

TEST(Output, EveryListedFormatIsTakenByCompare) {
  const Scratch scratch;
  std::istringstream listed(run({"list", "formats"}).out);
  std::size_t taken = 0;
  for (std::string line; std::getline(listed, line);) {
    if (line.rfind("  ", 0) != 0 || line.rfind("   ", 0) == 0) continue;
    const std::string format = line.substr(2, line.find(' ', 2) - 2);
    const Result result = run(joined({compare("same", "same", scratch / format), kSmall, {"--format", format}}));
    EXPECT_EQ(result.exit_code, 0) << format << ": " << result.err;
    EXPECT_NE(result.out, "") << format;
    ++taken;
  }
  EXPECT_EQ(taken, 5u);
}

TEST(Output, EveryLineOfTheCsvHasAsManyFieldsAsItsFirst) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall, {"--format", "csv"}}));
  std::istringstream lines(result.out);
  std::set<std::ptrdiff_t> counts;
  for (std::string line; std::getline(lines, line);) {
    bool quoted = false;
    counts.insert(std::count_if(line.begin(), line.end(), [&](char character) {
      if (character == '"') quoted = !quoted;
      return character == ',' && !quoted;
    }));
  }
  EXPECT_THAT(counts, SizeIs(1));
}

TEST(Output, TheJsonObeysItsSchemaAndSpeaksOfThisRun) {
  const Scratch scratch;
  const Result result =
      run(joined({compare("same", "slow-20", scratch / "run"), kSmall, {"--format", "json", "--seed", "7"}}));
  const Json comparison = parsed(result.out);
  ASSERT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["schema"], "hotlap.comparison/1");
  EXPECT_EQ(comparison["seed"], 7);
  EXPECT_EQ(comparison["protocol"], "laps");
  EXPECT_EQ(comparison["interrupted"], false);
  EXPECT_EQ(comparison["single"], false);
  ASSERT_THAT(comparison["subjects"], SizeIs(3));
  EXPECT_EQ(comparison["subjects"][1]["spec"], "fixtures:slow-20");
  std::set<std::string> metrics;
  for (const Json& row : comparison["rows"]) {
    EXPECT_EQ(row["scenario"], "set-header");
    EXPECT_EQ(row["rounds"], 2) << row["metric"];
    metrics.insert(row["metric"].get<std::string>());
  }
  EXPECT_THAT(metrics, testing::IsSupersetOf({"throughput", "cpu", "cpu_user", "cpu_sys", "latency_p50", "latency_p999",
                                              "bytes_per_response", "peak_rss", "server_busy", "client_busy"}));
}

TEST(Output, EveryFileOfTheRecordObeysItsSchema) {
  const Scratch scratch;
  ASSERT_EQ(run(joined({compare("same", "header-order", scratch / "run"), kSmall})).exit_code, 0);
  const RecordOnDisk record = read_record(scratch / "run");
  EXPECT_THAT(schema_problems(record), IsEmpty());
  EXPECT_FALSE(record.unfinished_line);
  EXPECT_THAT(events(record, "round_done"), SizeIs(2));
  EXPECT_THAT(events(record, "difference"), Not(IsEmpty()));
  EXPECT_THAT(events(record, "finished"), SizeIs(1));
}

TEST(Output, TheRecordSaysHowTheRunWasStarted) {
  const Scratch scratch;
  const Arguments arguments = joined({compare("same", "slow-5", scratch / "run"), kSmall, {"--seed", "12"}});
  ASSERT_EQ(run(arguments).exit_code, 0);
  const Json header = read_record(scratch / "run").header;
  EXPECT_EQ(header["command_line"], Json(joined({{HOTLAP_PROGRAM}, arguments})));
  EXPECT_EQ(header["seed"], 12);
  EXPECT_EQ(header["rounds"], 2);
  EXPECT_EQ(header["laps"], 2);
  EXPECT_EQ(header["lap_ms"], 2);
  EXPECT_EQ(header["subjects"][0]["executable"], FIXTURE_SERVER);
  EXPECT_THAT(header["subjects"][0]["hash"].get<std::string>(), StartsWith("xxh3:"));
  EXPECT_NE(header["environment"].value("kernel", ""), "");
}

TEST(Output, TheSameSeedGivesTheSameOrderAndAnotherSeedAnother) {
  const Scratch scratch;
  const auto order = [&](const std::string& folder, const std::string& seed) {
    const Arguments sizes = {"--rounds", "3", "--laps", "6", "--lap-ms", "1", "--seed", seed};
    EXPECT_EQ(run(joined({compare("same", "same", scratch / folder), sizes})).exit_code, 0);
    return lap_orders(read_record(scratch / folder));
  };
  const auto first = order("first", "41");
  EXPECT_THAT(first, SizeIs(3));
  EXPECT_EQ(order("second", "41"), first);
  EXPECT_NE(order("third", "42"), first);
}

TEST(Output, TheControlIsThereUnlessItWasDeclined) {
  const Scratch scratch;
  const auto arms = [&](const std::string& folder, const Arguments& options) {
    const Result result =
        run(joined({compare("same", "same", scratch / folder), kSmall, options, {"--format", "json"}}));
    const Json comparison = parsed(result.out);
    std::set<std::string> measured;
    for (const Json& line : read_record(scratch / folder).lines) {
      if (line.contains("arm")) measured.insert(line["arm"].get<std::string>());
    }
    for (const Json& row : comparison["rows"]) {
      if (row["metric"] == "cpu") {
        EXPECT_EQ(row["control"].is_null(), measured.count("control") == 0);
      }
    }
    return measured;
  };
  EXPECT_THAT(arms("with", {}), ElementsAre("control", "new", "old"));
  EXPECT_THAT(arms("without", {"--no-control"}), ElementsAre("new", "old"));
}

TEST(Output, EveryArmHoldsEveryPositionEquallyOften) {
  const Scratch scratch;
  const Arguments sizes = {"--rounds", "2", "--laps", "6", "--lap-ms", "1"};
  ASSERT_EQ(run(joined({compare("same", "same", scratch / "run"), sizes})).exit_code, 0);
  std::map<std::string, int> times;
  for (const Json& line : read_record(scratch / "run").lines) {
    if (line["kind"] == "lap") ++times[line["arm"].get<std::string>() + line["position"].dump()];
  }
  EXPECT_THAT(times, SizeIs(9));
  for (const auto& [place, count] : times) EXPECT_EQ(count, 4) << place;
}

TEST(Output, ANumberThatWasNotMeasuredIsNullWithAReason) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall, {"--format", "json"}}));
  for (const Json& row : rows(result)) {
    for (const char* arm : {"old", "new"}) {
      if (row[arm]["mean"].is_null()) {
        EXPECT_NE(row[arm].value("mean_reason", ""), "") << row["metric"];
      }
    }
    if (row["change_percent"].is_null()) {
      EXPECT_NE(row.value("change_percent_reason", ""), "") << row["metric"];
    }
  }
  for (const Json& line : read_record(scratch / "run").lines) {
    const Json values = line.value("values", Json::object());
    for (const auto& [metric, value] : values.items()) {
      if (value.is_null()) {
        EXPECT_NE(line.value("reasons", Json::object()).value(metric, ""), "") << line;
      }
    }
  }
}

}  // namespace
}  // namespace hotlap::end_to_end
