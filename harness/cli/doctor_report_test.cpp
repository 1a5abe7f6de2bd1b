// What an A/A run of known scatter is read as, and the words for it.
#include "harness/cli/doctor_report.h"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/compare/fake_record.h"
#include "analysis/stats/stats.h"

namespace hotlap::cli {
namespace {

using compare::FakeRecord;
using testing::HasSubstr;
using testing::Not;

/// Ten rounds of 2 s whose changes scatter by 1 % around `mean`, as log ratios.
FakeRecord scattered(double mean) {
  FakeRecord fake;
  fake.configuration("set-header").cpu();
  const double step = 0.01 * std::sqrt(0.9);  // the standard deviation of ten values, half above and half below
  for (int i = 0; i < 5; ++i) fake.cpu_changes({mean + step, mean - step});
  return fake;
}

TEST(SelfComparison, TellsTheDeviationAndWhatItLetsSee) {
  const SelfComparison self = read_self_comparison(scattered(0).record);
  EXPECT_EQ(self.metric, "cpu");
  EXPECT_EQ(self.rounds, 10u);
  EXPECT_NEAR(*self.seconds_per_round, 2, 1e-9);
  EXPECT_NEAR(*self.deviation_percent, 1, 1e-6);
  ASSERT_EQ(self.detectable.size(), 2u);
  EXPECT_NEAR(*self.detectable[0].percent, 100 * std::expm1(*stats::detectable_effect(0.01, 30, 0.05, 0.8)), 1e-6);
  EXPECT_NEAR(*self.detectable[1].percent, 100 * std::expm1(*stats::detectable_effect(0.01, 300, 0.05, 0.8)), 1e-6);
  EXPECT_FALSE(self.starred);
  EXPECT_FALSE(self.control_moved);
  EXPECT_THAT(self_comparison_text(self), Not(HasSubstr("starred")));
}

TEST(SelfComparison, ThatIsStarredSaysSo) {
  const SelfComparison self = read_self_comparison(scattered(0.02).record);
  EXPECT_TRUE(self.starred);
  EXPECT_THAT(self_comparison_text(self), HasSubstr("starred: a change of +2.0 % was seen where there is none"));
}

TEST(SelfComparison, WhoseControlMovedIsUntrusted) {
  FakeRecord fake;
  fake.configuration("set-header").cpu();
  for (const double change : {0.05, 0.051, 0.049, 0.05, 0.052, 0.05, 0.05, 0.048, 0.05, 0.05}) {
    fake.round({{"cpu", {1000, 1000 * std::exp(change / 2), 1000 * std::exp(change)}}});
  }
  const SelfComparison self = read_self_comparison(fake.record);
  EXPECT_TRUE(self.control_moved);
  EXPECT_THAT(self_comparison_text(self), HasSubstr("untrusted: the control moved"));
}

TEST(SelfComparison, WithoutFiguresSaysWhy) {
  FakeRecord fake;
  fake.configuration("set-header").cpu();
  const SelfComparison none = read_self_comparison(fake.record);
  EXPECT_NE(none.failure, "");
  EXPECT_THAT(self_comparison_text(none), HasSubstr("not known: "));
  fake.cpu_changes({0.01}).event(record::EventKind::void_arm, "died");
  EXPECT_THAT(read_self_comparison(fake.record).failure, HasSubstr("void: died"));
}

TEST(Detectable, IsAbsentWhereTooFewRoundsFit) {
  EXPECT_THAT(detectable_in(60, 0.01, 31.0).percent.reason(), HasSubstr("fewer than two"));
  EXPECT_EQ(detectable_in(60, core::Value::absent("no rounds"), 1.0).percent.reason(), "no rounds");
  EXPECT_EQ(detectable_in(60, 0.01, core::Value::absent("no clock")).percent.reason(), "no clock");
  EXPECT_FALSE(detectable_in(60, 0.01, 0.0).percent.present());
}

const std::vector<machine::Finding> kFindings{
    {"good_one", machine::Level::good, "fine", "harms", ""},
    {"dark_one", machine::Level::unknown, "/sys/x: No such file", "harms", ""},
    {"loud_one", machine::Level::noisy, "evil\x1b[31m \xff", "harms", "mend it"},
};

TEST(Findings, AreOrderedByWhatToDoAboutThem) {
  const std::string text = findings_text(kFindings);
  EXPECT_THAT(text, HasSubstr("1 noisy, 1 cannot be measured, 1 good"));
  EXPECT_LT(text.find("loud_one"), text.find("dark_one"));
  EXPECT_LT(text.find("dark_one"), text.find("good_one"));
  EXPECT_THAT(text, HasSubstr("do: mend it"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "files of strangers reach no terminal";
}

TEST(DoctorJson, KeepsTheOrderAndSaysNothingOfWhatWasNotMeasured) {
  const auto json = nlohmann::json::parse(doctor_json(kFindings, std::nullopt));
  EXPECT_EQ(json["schema"], "hotlap.doctor/1");
  EXPECT_EQ(json["findings"][1]["level"], "cannot measure");
  EXPECT_EQ(json["findings"][2]["advice"], "mend it");
  EXPECT_TRUE(json["detectable"].is_null());
  const auto measured = nlohmann::json::parse(doctor_json({}, read_self_comparison(scattered(0).record)));
  EXPECT_EQ(measured["detectable"]["within"][0]["seconds"], 60);
}

}  // namespace
}  // namespace hotlap::cli
