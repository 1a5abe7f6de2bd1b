// Tests of what a record says about its looks, and of judging by them.
#include "analysis/compare/looks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/compare/fake_record.h"

namespace hotlap::compare {
namespace {

using record::EventKind;
using stats::Look;
using testing::ElementsAre;

FakeRecord& plan(FakeRecord& fake, double rounds) {
  fake.event(EventKind::planned);
  fake.record.events.back().number = rounds;
  return fake;
}

FakeRecord of_cpu() {
  FakeRecord fake;
  fake.configuration("hello").cpu();
  return fake;
}

TEST(Looks, OfARecordWithoutAPlanAreOneAtTheEnd) {
  FakeRecord fake = of_cpu();
  fake.cpu_changes(noisy(0, 0.01, 12));
  EXPECT_THAT(looks_of(part_of(fake.record, 0)), ElementsAre(Look{7.5, 1}));
}

TEST(Looks, OfAFixedNumberOfRoundsAreOneHoweverManyAreDone) {
  FakeRecord fake = of_cpu();
  fake.record.header.rounds = 30;
  plan(fake, 30).cpu_changes(noisy(0, 0.01, 12)).event(EventKind::interrupted);
  EXPECT_THAT(looks_of(part_of(fake.record, 0)), ElementsAre(Look{1, 1}));
}

TEST(Looks, AreWhereTheRecordSaysAndAtItsEnd) {
  FakeRecord fake = of_cpu();
  plan(fake, 30).cpu_changes(noisy(0, 0.01, 6)).event(EventKind::look);
  fake.cpu_changes(noisy(0, 0.01, 6)).event(EventKind::look);
  EXPECT_THAT(looks_of(part_of(fake.record, 0)), ElementsAre(Look{1.5, 0.2}, Look{7.5, 0.4}));
  plan(fake, 20).cpu_changes(noisy(0, 0.01, 8));
  EXPECT_THAT(looks_of(part_of(fake.record, 0)), ElementsAre(Look{1.5, 0.2}, Look{7.5, 0.4}, Look{15.5, 1}));
}

TEST(Looks, CountAnInterruptionSinceSomebodyMayHaveJudgedThere) {
  FakeRecord fake = of_cpu();
  plan(fake, 20).cpu_changes(noisy(0, 0.01, 10)).event(EventKind::interrupted).event(EventKind::resumed);
  fake.cpu_changes(noisy(0, 0.01, 10));
  EXPECT_THAT(looks_of(part_of(fake.record, 0)), ElementsAre(Look{5.5, 0.5}, Look{15.5, 1}));
}

TEST(Looks, OfOneConfigurationAreNotThoseOfAnother) {
  FakeRecord fake = of_cpu();
  plan(fake, 6).cpu_changes(noisy(0, 0.01, 6)).event(EventKind::look);
  fake.configuration("other");
  plan(fake, 12).cpu_changes(noisy(0, 0.01, 6));
  EXPECT_THAT(looks_of(part_of(fake.record, 0)), ElementsAre(Look{1.5, 1}));
  EXPECT_THAT(looks_of(part_of(fake.record, 1)), ElementsAre(Look{1.5, 0.5}));
}

TEST(Looks, MakeAnEarlyVerdictHarder) {
  // Clear at the end of a plan of 12 rounds, not clear enough for the first fifth of one of 60.
  const std::vector<double> changes = noisy(0.02, 0.018, 12);
  Policy policy;
  policy.margin_percent = 0;
  FakeRecord whole = of_cpu();
  plan(whole, 12).cpu_changes(changes);
  FakeRecord part = of_cpu();
  plan(part, 60).cpu_changes(changes).event(EventKind::look);
  const Row at_end = compare(whole.record, policy).rows[0];
  const Row early = compare(part.record, policy).rows[0];
  EXPECT_EQ(at_end.verdict, Verdict::regression);
  EXPECT_EQ(early.verdict, Verdict::inconclusive);
  EXPECT_LT(*early.interval_percent.low, *at_end.interval_percent.low);
  EXPECT_EQ(*at_end.nominal_p, 0.05);
  EXPECT_NEAR(*early.nominal_p / 1.08e-6, 1, 0.01);  // the first of five looks: z = 4.877
  EXPECT_GT(*early.p, 0.05);
  EXPECT_FALSE(is_decided(part.record, 0, policy));
  EXPECT_TRUE(is_decided(whole.record, 0, policy));
}

TEST(Looks, DoNotHideALargeChange) {
  FakeRecord fake = of_cpu();
  plan(fake, 60).cpu_changes(noisy(0.2, 0.015, 12)).event(EventKind::look);
  const Row row = compare(fake.record, {}).rows[0];
  EXPECT_EQ(row.verdict, Verdict::regression);
  EXPECT_LE(*row.p, 0.05);
  EXPECT_TRUE(is_decided(fake.record, 0, {}));
}

TEST(IsDecided, WaitsForAllDecidingRowsOfTheConfiguration) {
  FakeRecord fake(false);
  fake.configuration("hello").cpu().metric("peak_rss", core::Pooling::per_round);
  const std::vector<double> unclear = noisy(0.02, 0.05, 12);
  for (std::size_t i = 0; i < unclear.size(); ++i) {
    const double clear = 100 * std::exp(0.2 + unclear[i] / 100);
    fake.round({{"cpu", {100, clear}}, {"peak_rss", {100, 100 * std::exp(unclear[i])}}});
  }
  EXPECT_FALSE(is_decided(fake.record, 0, {}));
  Policy cpu_alone;
  cpu_alone.decide = {"cpu"};
  EXPECT_TRUE(is_decided(fake.record, 0, cpu_alone));
  Policy nothing;
  nothing.decide = {"bytes"};
  EXPECT_FALSE(is_decided(fake.record, 0, nothing));
}

TEST(IsDecided, CountsTheDecidingRowsOfConfigurationsThatAreStillToCome) {
  const std::vector<double> changes = noisy(0.011, 0.017, 16);
  Policy policy;
  policy.margin_percent = 0;
  FakeRecord alone = of_cpu();
  alone.cpu_changes(changes);
  EXPECT_TRUE(is_decided(alone.record, 0, policy));
  FakeRecord among = of_cpu();
  among.cpu_changes(changes);
  for (int i = 0; i < 9; ++i) among.configuration("more");
  EXPECT_FALSE(is_decided(among.record, 0, policy));
}

}  // namespace
}  // namespace hotlap::compare
