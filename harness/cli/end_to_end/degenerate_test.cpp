// Results that peers judge wrongly or stumble over, each with its right answer.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

using Values = std::vector<double>;

class Degenerate : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    std::string path = scratch_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Json judged(const Arguments& files, const Arguments& options = {}) {
    const Result result = run(joined({{"import"}, files, options, {"--format", "json"}}));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parsed(result.out);
  }
  /// Two files of Go's, a value each line: nobody knows in which order they were measured.
  Arguments apart(const Values& before, const Values& after) {
    return {write("old.txt", go(before)), write("new.txt", go(after))};
  }
  Json row_apart(const Values& before, const Values& after, const Arguments& options = {}) {
    return judged(apart(before, after), options)["rows"][0];
  }
  /// Node's CSV: rates in the order of time.
  Json in_time(const std::vector<std::pair<char, double>>& rates, const Arguments& options = {}) {
    std::string text = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";
    for (const auto& [arm, rate] : rates) {
      text += fmt::format("\"{}\",\"x.js\",\"n=1\",{},1\n", arm == 'A' ? "old" : "new", rate);
    }
    return judged({write("compare.csv", text)}, options)["rows"][0];
  }
  static std::string go(const Values& values, const std::string& name = "BenchmarkX") {
    std::string text;
    for (const double value : values) text += fmt::format("{}-8  100  {} ns/op\n", name, value);
    return text;
  }
  static std::vector<std::string> codes(const Json& row) {
    std::vector<std::string> all;
    for (const Json& warning : row["warnings"]) all.push_back(warning["code"]);
    return all;
  }
  Scratch scratch_;
};

TEST_F(Degenerate, EqualConstantsAreEqual) {  // criterion #720: NaN and a panic
  const Json row = row_apart(Values(10, 100), Values(10, 100));
  EXPECT_EQ(row["change_percent"], 0);
  EXPECT_EQ(row["p"], 1);
  EXPECT_EQ(row["verdict"], "equivalent");
}

TEST_F(Degenerate, DifferentConstantsDiffer) {  // pyperf: ZeroDivisionError; Node --analyze: p = 1
  const Json row = row_apart(Values(10, 100), Values(10, 101), {"--margin", "0"});
  EXPECT_NEAR(row["change_percent"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(row["interval_percent"][0].get<double>(), 1, 1e-9);
  EXPECT_NEAR(row["interval_percent"][1].get<double>(), 1, 1e-9);
  EXPECT_EQ(row["verdict"], "regression");
}

TEST_F(Degenerate, OneValueEachIsAPointWithoutAVerdict) {  // pyperf, tango: "significant"
  const Json row = row_apart({100}, {150});
  EXPECT_EQ(row["verdict"], "insufficient");
  EXPECT_TRUE(row["p"].is_null());
  EXPECT_TRUE(row["interval_percent"][0].is_null());
}

TEST_F(Degenerate, ARowOfOneSideIsNamedAndLeftOut) {  // golang/go #19565
  const std::string before = go(Values(8, 100), "BenchmarkX") + go(Values(8, 1), "BenchmarkY");
  const Json comparison = judged({write("old.txt", before), write("new.txt", go(Values(8, 100)))});
  EXPECT_EQ(comparison["rows"].size(), 1u);
  EXPECT_THAT(comparison["warnings"].dump(), HasSubstr("BenchmarkY-8 is in old only"));
}

TEST_F(Degenerate, ZeroBeforeHasNoPercentage) {  // canbench #30, hyperfine #319
  const Json row = row_apart(Values(8, 0), {5, 5.1, 5, 5.2, 5, 5.1, 5, 5.1});
  EXPECT_TRUE(row["change_percent"].is_null()) << row.dump(1);
  EXPECT_THAT(row["change_percent_reason"].get<std::string>(), HasSubstr("0"));
  EXPECT_EQ(row_apart(Values(8, 0), Values(8, 0))["verdict"], "equivalent");
}

TEST_F(Degenerate, TwoModesAreNoVerdictAndAreNamed) {  // divan #77, folo #366
  const Json row = row_apart({13.0, 13.2, 25.1, 13.1, 25.3, 13.0, 25.2, 13.1, 13.2, 25.0},
                             {25.2, 13.1, 25.1, 25.3, 13.0, 13.2, 25.4, 13.1, 25.0, 25.1});
  EXPECT_NEAR(row["change_percent"].get<double>(), 13.56, 0.01);
  EXPECT_NEAR(row["p"].get<double>(), 0.395, 0.001);
  EXPECT_NEAR(row["interval_percent"][0].get<double>(), -16.5, 0.1);
  EXPECT_NEAR(row["interval_percent"][1].get<double>(), 56.4, 0.1);
  EXPECT_EQ(row["verdict"], "inconclusive");
  EXPECT_THAT(codes(row), Contains("two_modes"));
}

/// 24 measurements on a machine that gets half a percent dearer each time.
Values drifting() {
  Values values;
  for (int i = 0; i < 24; ++i) values.push_back(100 * (1 + 0.005 * i) * (1 + ((7 * i % 11) - 5) * 1e-4));
  return values;
}

TEST_F(Degenerate, ADriftUnderBlockedOrderIsNoChange) {
  std::vector<std::pair<char, double>> rates;
  for (const double value : drifting()) rates.emplace_back(rates.size() < 12 ? 'A' : 'B', value);
  const Json row = in_time(rates);
  EXPECT_NEAR(row["change_percent"].get<double>(), 5.85, 0.01);
  EXPECT_NEAR(row["p"].get<double>() * 1e8, 4, 0.1) << "and yet";
  EXPECT_EQ(row["verdict"], "inconclusive");
  EXPECT_THAT(codes(row), Contains("order_imbalance"));
  EXPECT_THAT(codes(row), Contains("drift"));
  EXPECT_THAT(row["sentence"].get<std::string>(), HasSubstr("drifted"));
}

TEST_F(Degenerate, ADriftUnderTheSameOrderEachTimeIsNoChange) {
  std::vector<std::pair<char, double>> rates;
  for (const double value : drifting()) rates.emplace_back(rates.size() % 2 == 0 ? 'A' : 'B', value);
  const Json row = in_time(rates, {"--margin", "0"});
  EXPECT_EQ(row["verdict"], "inconclusive");
  EXPECT_THAT(codes(row), Contains("order_imbalance"));
}

TEST_F(Degenerate, ADriftUnderBalancedTurnsCancels) {
  std::vector<std::pair<char, double>> rates;
  for (const double value : drifting()) rates.emplace_back("ABBA"[rates.size() % 4], value);
  const Json row = in_time(rates);
  EXPECT_NEAR(row["change_percent"].get<double>(), 0.011, 0.001);
  EXPECT_NEAR(row["interval_percent"][0].get<double>(), -0.308, 0.001);
  EXPECT_NEAR(row["interval_percent"][1].get<double>(), 0.332, 0.001);
  EXPECT_NEAR(row["p"].get<double>(), 0.939, 0.001);
  EXPECT_EQ(row["verdict"], "equivalent");
  EXPECT_THAT(codes(row), Contains("drift"));
  EXPECT_THAT(codes(row), Not(Contains("order_imbalance")));
}

TEST_F(Degenerate, ThreeOfEachAreTooFewHoweverFarApart) {  // the rank test cannot reach 5 %
  const Json row = row_apart({10, 11, 12}, {20, 21, 22});
  EXPECT_NEAR(row["change_percent"].get<double>(), 90.9, 0.1);
  EXPECT_NEAR(row["p"].get<double>(), 0.000255, 1e-6);
  EXPECT_EQ(row["verdict"], "insufficient");
}

TEST_F(Degenerate, AFileAgainstItselfIsEqual) {  // statlab/permute #157: p = .0002
  const Values values{9, 9.2, 8.9, 9.1, 9.05, 8.95, 9.2, 9};
  const Json row = row_apart(values, values);
  EXPECT_EQ(row["change_percent"], 0);
  EXPECT_EQ(row["p"], 1);
  EXPECT_LT(row["interval_percent"][0].get<double>(), 0);
  EXPECT_GT(row["interval_percent"][1].get<double>(), 0);
}

TEST_F(Degenerate, ManyAgainstOneAreInsufficient) {
  const Json row = row_apart({100}, Values(30, 120));
  EXPECT_EQ(row["verdict"], "insufficient");
  EXPECT_EQ(row["old"]["n"], 1);
  EXPECT_EQ(row["new"]["n"], 30);
}

TEST_F(Degenerate, TenAgainstTenThousandAreWelch) {  // pyperf: ValueError, swallowed, "significant"
  Values many;
  for (int i = 0; i < 10000; ++i) many.push_back(100 + (i % 7) * 0.1);
  const Json row = row_apart({100.1, 100.4, 100.2, 100.3, 100.5, 100.0, 100.6, 100.2, 100.3, 100.4}, many);
  EXPECT_EQ(row["verdict"], "equivalent");
  EXPECT_EQ(row["old"]["n"], 10);
  EXPECT_EQ(row["new"]["n"], 10000);
}

TEST_F(Degenerate, CarriageReturnsAndByteOrderMarksChangeNothing) {
  const std::string clean = go({9, 9.2, 8.9, 9.1, 9.05, 8.95});
  std::string odd = "\xEF\xBB\xBF";
  for (const char c : clean) odd += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const Json first = judged({write("a.txt", clean), write("b.txt", clean)})["rows"];
  EXPECT_EQ(judged({write("c.txt", odd), write("d.txt", odd)})["rows"], first);
}

TEST_F(Degenerate, WrkWithWrongAnswersIsVoidAndNeverFaster) {
  const auto wrk = [](const std::string& more, double rate) {
    return fmt::format(
        "Running 10s test @ http://127.0.0.1:8080/\n  1 threads and 50 connections\n  Thread Stats   Avg      Stdev    "
        " "
        "Max   +/- Stdev\n    Latency     1.00ms  100.00us   5.00ms   90.00%\n    Req/Sec    12.00k   100.00    13.00k "
        " "
        "  90.00%\n  12479 requests in 10.00s, 1.00MB read\n{}Requests/sec:  {:.2f}\nTransfer/sec:      0.10MB\n",
        more, rate);
  };
  const Result result =
      run({"import", write("old.txt", wrk("", 1000)),
           write("new.txt", wrk("  Non-2xx or 3xx responses: 12479\n", 1246.57)), "--format", "json"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_EQ(parsed(result.out)["verdict"], "invalid");
}

TEST_F(Degenerate, EightyTwoRowsOfOneBuildExpectFourStars) {
  std::string before;
  std::string after;
  for (int k = 0; k < 82; ++k) {
    Values a;
    Values b;
    for (int i = 0; i < 10; ++i) {
      a.push_back(100 + std::fmod(37.7 * k + 13.3 * i * i, 7));
      b.push_back(100 + std::fmod(11.1 * k + 17.9 * i * i + 3, 7));
    }
    before += go(a, fmt::format("Benchmark{}", k));
    after += go(b, fmt::format("Benchmark{}", k));
  }
  const Json comparison = judged({write("old.txt", before), write("new.txt", after)}, {"--margin", "0"});
  EXPECT_NEAR(comparison["expected_false_positives"][0].get<double>(), 4.1, 1e-9);
  EXPECT_NEAR(comparison["expected_false_positives"][1].get<double>(), 0.82, 1e-9);
  EXPECT_NEAR(comparison["expected_false_positives"][2].get<double>(), 0.082, 1e-9);
  for (const Json& row : comparison["rows"]) {
    EXPECT_NE(row["verdict"], "regression") << row["scenario"];
    EXPECT_NE(row["verdict"], "improvement") << row["scenario"];
  }
}

}  // namespace
}  // namespace hotlap::end_to_end
