// Tests of the tables: numbers as people read them, columns, Node's layout.
#include "analysis/table/table.h"

#include <gmock/gmock.h>

#include <limits>

namespace hotlap::table {
namespace {

using core::Value;
using testing::ElementsAre;

stats::Interval interval(Value low, Value high) { return {std::move(low), std::move(high)}; }

compare::Row row(std::string scenario, std::string metric) {
  compare::Row row;
  row.scenario = std::move(scenario);
  row.metric.id = std::move(metric);
  row.metric.unit = "ns/request";
  row.role = core::Role::decides;
  return row;
}

TEST(FormatValue, ShowsThreeSignificantDigitsInTheUnitThatFits) {
  EXPECT_EQ(format_value(41234.0, "req/s"), "41.2 k");
  EXPECT_EQ(format_value(24100.0, "ns/request"), "24.1 us");
  EXPECT_EQ(format_value(153.0, "bytes/response"), "153 B");
  EXPECT_EQ(format_value(-18.61, "%"), "-18.6 %");
  EXPECT_EQ(format_value(3.2, "1/request"), "3.20");
  EXPECT_EQ(format_value(0.0123, "1/request"), "0.0123");
  EXPECT_EQ(format_value(1.5e8, "bytes"), "150 MB");
  EXPECT_EQ(format_value(2.0, "ms"), "2.00 ms");
}

TEST(FormatValue, NeverShowsAThousandOfASmallerUnit) {
  EXPECT_EQ(format_value(999.4, "ns"), "999 ns");
  EXPECT_EQ(format_value(999.7, "ns"), "1.00 us");
  EXPECT_EQ(format_value(999.9, "req/s"), "1.00 k");
}

TEST(FormatValue, SurvivesTheExtremes) {
  EXPECT_EQ(format_value(0.0, "ns/request"), "0 ns");
  EXPECT_EQ(format_value(1e-9, "req/s"), "1.00e-09");
  EXPECT_EQ(format_value(std::numeric_limits<double>::denorm_min(), "req/s").substr(0, 4), "4.94");
  EXPECT_EQ(format_value(4e12, "ns"), "4000 s");
}

TEST(FormatValue, KeepsAnUnexpectedDenominatorOfTimesAndBytes) {
  EXPECT_EQ(format_value(3.1e6, "bytes/s"), "3.10 MB/s");
}

TEST(FormatValue, ShowsADashForAnAbsentValue) {
  EXPECT_EQ(format_value(Value::absent("no PMU"), "1/request"), "-");
  EXPECT_EQ(format_value(std::numeric_limits<double>::quiet_NaN(), "ns"), "-");
}

TEST(FormatPercent, ShowsTheSignAndTwoDecimalsBelowOne) {
  EXPECT_EQ(format_percent(1.23), "+1.2 %");
  EXPECT_EQ(format_percent(-18.6), "-18.6 %");
  EXPECT_EQ(format_percent(0.456), "+0.46 %");
  EXPECT_EQ(format_percent(-0.001), "0.00 %");
  EXPECT_EQ(format_percent(1e9), "+1.00e+09 %");
  EXPECT_EQ(format_percent(Value()), "-");
}

TEST(FormatInterval, UsesOnePrecisionForBothEnds) {
  EXPECT_EQ(format_interval(interval(-19.84, -17.4)), "-19.8 .. -17.4 %");
  EXPECT_EQ(format_interval(interval(-0.4, 1.25)), "-0.4 .. +1.2 %");
  EXPECT_EQ(format_interval(interval(-0.4, 0.25)), "-0.40 .. +0.25 %");
}

TEST(FormatInterval, ShowsWhatIsAbsentAsADash) {
  EXPECT_EQ(format_interval(interval(Value(), Value())), "-");
  EXPECT_EQ(format_interval(interval(Value(), 2.0)), "- .. +2.0 %");
}

TEST(RowName, IsTheScenarioWithItsParametersInOrder) {
  compare::Row named = row("set-header", "cpu");
  named.parameters = {{"connections", "50"}, {"body", "hello"}};
  EXPECT_EQ(row_name(named), "set-header connections=50 body=hello");
}

TEST(Standard, HasOneRowForEachAndADashForWhatIsAbsent) {
  compare::Comparison comparison;
  compare::Row full = row("a", "cpu");
  full.verdict = compare::Verdict::improvement;
  full.old_build.mean = 24400.0;
  full.new_build.mean = 20000.0;
  full.change_percent = -18.0;
  full.interval_percent = interval(-19.8, -17.4);
  full.detectable_percent = 1.25;
  full.control = compare::ControlContrast{0.3, {}, {}};
  compare::Row bare = row("b", "cpu");
  bare.role = core::Role::informs;
  comparison.rows = {full, bare};

  const Table table = standard(comparison);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.rows[0], ElementsAre("a", "cpu", "24.4 us", "20.0 us", "-18.0 %", "-19.8 .. -17.4 %", "improvement",
                                         "1.2 %", "+0.30 %"));
  EXPECT_THAT(table.rows[1], ElementsAre("b", "cpu", "-", "-", "-", "-", "(insufficient)", "-", "-"));
  EXPECT_EQ(table.columns[5].title, "95 % interval");
  EXPECT_EQ(standard(comparison, true).rows.size(), 1U);
}

TEST(Standard, NamesTheLevelOfItsInterval) {
  compare::Comparison comparison;
  comparison.policy.alpha = 0.001;
  EXPECT_EQ(standard(comparison).columns[5].title, "99.9 % interval");
}

TEST(Single, ShowsHalfTheIntervalAsSpread) {
  compare::Comparison comparison;
  compare::Row only = row("a", "cpu");
  only.old_build = {24400.0, 12};
  only.interval_percent = interval(-1.5, 1.7);
  comparison.rows = {only, row("b", "cpu")};
  EXPECT_THAT(single(comparison).rows,
              ElementsAre(ElementsAre("a", "cpu", "24.4 us", "+-1.6 %", "12"), ElementsAre("b", "cpu", "-", "-", "0")));
}

compare::Row tested_row(std::string scenario, std::string metric, double improvement, int stars) {
  compare::Row tested = row(std::move(scenario), std::move(metric));
  tested.old_build.n = tested.new_build.n = 10;
  tested.welch.improvement_percent = improvement;
  tested.welch.stars = stars;
  tested.welch.accuracy_percent = {4.034, 5.61, 7.86};
  return tested;
}

TEST(FormatAxis, GivesAllTicksOneUnitAndTheDecimalsThatTellThemApart) {
  EXPECT_THAT(format_axis({13200, 13250, 13300}, "ns/request"), ElementsAre("13.20 us", "13.25 us", "13.30 us"));
  EXPECT_THAT(format_axis({0, 50000, 100000}, "req/s"), ElementsAre("0 k", "50 k", "100 k"));
  EXPECT_THAT(format_axis({-0.5, 0, 0.5}, "%"), ElementsAre("-0.5 %", "0.0 %", "0.5 %"));
  EXPECT_THAT(format_axis({7}, "B"), ElementsAre("7 B"));
  EXPECT_TRUE(format_axis({}, "B").empty());
}

TEST(Node, PrintsNoPlusSignAndSortsByNameWithThroughputFirst) {
  compare::Comparison comparison;
  compare::Row typed = tested_row("b", "throughput", 6.126, 2);
  typed.parameters = {{"c", "50"}, {"type", "it's"}, {"keep", "true"}, {"len", "1e"}};
  comparison.rows = {tested_row("a", "cpu", -18.0, 3), typed, tested_row("a", "throughput", 2.534, 0)};
  EXPECT_THAT(
      node(comparison).rows,
      ElementsAre(ElementsAre("a", "", "2.53 %", "\u00b14.03%", "\u00b15.61%", "\u00b17.86%"),
                  ElementsAre("b c=50 type='it\\'s' keep=true len='1e'", "**", "6.13 %", "\u00b14.03%", "\u00b15.61%",
                              "\u00b17.86%"),
                  ElementsAre("a metric='cpu'", "***", "-18.00 %", "\u00b14.03%", "\u00b15.61%", "\u00b17.86%")));
}

TEST(Node, SaysNaBelowTwoSamplesButShowsTheImprovement) {
  compare::Comparison comparison;
  compare::Row one = row("a", "throughput");
  one.old_build = {100.0, 1};
  one.new_build = {110.0, 1};
  compare::Row none = row("b", "throughput");
  compare::Row zero = row("c", "throughput");
  zero.old_build = {0.0, 1};
  zero.new_build = {5.0, 1};
  comparison.rows = {one, none, zero};
  EXPECT_THAT(node(comparison).rows, ElementsAre(ElementsAre("a", "NA", "10.00 %", "NA", "NA", "NA"),
                                                 ElementsAre("b", "NA", "NA", "NA", "NA", "NA"),
                                                 ElementsAre("c", "NA", "NA", "NA", "NA", "NA")));
}

}  // namespace
}  // namespace hotlap::table
