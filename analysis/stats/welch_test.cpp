// Golden values and edges of Welch's test; the numbers were computed at 30 digits.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Doubles = std::vector<double>;

TEST(Welch, OfUnequalSizesAgreesWithTheGoldenValues) {
  const Welch result = welch(Doubles{10, 11, 12, 13, 14.5}, Doubles{9.5, 11.25, 10, 13});
  EXPECT_NEAR(*result.t, -1.0533102685885, 1e-12);
  EXPECT_NEAR(*result.degrees_of_freedom, 6.8602266567072, 1e-12);
  EXPECT_NEAR(*result.p, 0.32787759458411, 1e-12);
  EXPECT_NEAR(*result.improvement_percent, -9.6074380165289, 1e-12);
  EXPECT_NEAR(*result.accuracy_percent[0], 21.657578577711, 1e-9);
  EXPECT_NEAR(*result.accuracy_percent[1], 32.142208446766, 1e-9);
  EXPECT_NEAR(*result.accuracy_percent[2], 49.904404037868, 1e-9);
  EXPECT_NEAR(*result.fieller_percent.low, -28.434526319485, 1e-9);
  EXPECT_NEAR(*result.fieller_percent.high, 13.568377653259, 1e-9);
  EXPECT_EQ(result.stars, 0);
}

TEST(Welch, SeesNothingInTwoModesOfTheSameBuild) {
  const Welch result = welch(Doubles{13.0, 13.2, 25.1, 13.1, 25.3, 13.0, 25.2, 13.1, 13.2, 25.0},
                             Doubles{25.2, 13.1, 25.1, 25.3, 13.0, 13.2, 25.4, 13.1, 25.0, 25.1});
  EXPECT_NEAR(*result.improvement_percent, 13.560267857143, 1e-9);
  EXPECT_NEAR(*result.p, 0.39476084837728, 1e-10);
  EXPECT_NEAR(*result.accuracy_percent[0], 32.675865354143, 1e-9);
  EXPECT_NEAR(*result.fieller_percent.low, -16.542134725125, 1e-9);
  EXPECT_NEAR(*result.fieller_percent.high, 56.433339651187, 1e-9);
}

TEST(Welch, UsesAllThreeRepetitions) {
  const Welch result = welch(Doubles{10, 11, 12}, Doubles{20, 21, 22});
  EXPECT_NEAR(*result.improvement_percent, 90.909090909091, 1e-10);
  EXPECT_NEAR(*result.p, 0.00025521674944193, 1e-14);
  EXPECT_EQ(result.stars, 3);
}

TEST(Welch, IsFooledByDriftWhenTheArmsRunOneAfterTheOther) {
  Doubles drifting;
  for (int i = 0; i < 24; ++i) drifting.push_back(100 * (1 + 0.005 * i) * (1 + ((7 * i) % 11 - 5) * 1e-4));
  const std::span all(drifting);
  const Welch result = welch(all.first(12), all.last(12));
  EXPECT_NEAR(*result.improvement_percent, 5.8455272802304, 1e-9);
  EXPECT_NEAR(*result.p / 3.9899076865152e-8, 1, 1e-8);
}

TEST(Welch, HasKStarsExactlyWhenTheImprovementExceedsTheKthAccuracy) {
  for (int step = 0; step < 400; ++step) {
    const double shift = 0.05 * step;
    const Welch result =
        welch(Doubles{100, 103, 98, 101, 99.5}, Doubles{100 + shift, 102 + shift, 99 + shift, 101.5 + shift});
    int exceeded = 0;
    for (const core::Value& accuracy : result.accuracy_percent) exceeded += *result.improvement_percent > *accuracy;
    EXPECT_EQ(result.stars, exceeded) << "shift " << shift;
  }
}

TEST(Welch, OfEqualConstantsIsIdenticalNotANumberError) {
  const Welch result = welch(Doubles(10, 100), Doubles(10, 100));
  EXPECT_EQ(*result.t, 0);
  EXPECT_EQ(*result.p, 1);
  EXPECT_EQ(result.stars, 0);
  EXPECT_EQ(*result.improvement_percent, 0);
  EXPECT_EQ(*result.accuracy_percent[0], 0);
  EXPECT_EQ(result.degrees_of_freedom.reason(), "both arms are constant");
}

TEST(Welch, OfDifferentConstantsIsACertainChange) {
  const Welch result = welch(Doubles(10, 100), Doubles(10, 101));
  EXPECT_EQ(result.t.reason(), "both arms are constant");
  EXPECT_EQ(*result.p, 0);
  EXPECT_EQ(result.stars, 3);
  EXPECT_DOUBLE_EQ(*result.improvement_percent, 1);
  EXPECT_EQ(*result.accuracy_percent[2], 0);
  EXPECT_EQ(result.fieller_percent.low, result.improvement_percent);
}

TEST(Welch, OfOneValueASideGivesAPointEstimateOnly) {
  const Welch result = welch(Doubles{100}, Doubles{120});
  EXPECT_DOUBLE_EQ(*result.improvement_percent, 20);
  EXPECT_EQ(result.p.reason(), "fewer than two values");
  EXPECT_FALSE(result.t.present());
  EXPECT_FALSE(result.accuracy_percent[0].present());
  EXPECT_FALSE(result.fieller_percent.low.present());
  EXPECT_EQ(result.stars, 0);
}

TEST(Welch, OfAMissingSideIsAbsent) {
  const Welch result = welch(Doubles{}, Doubles{1, 2});
  EXPECT_EQ(result.improvement_percent.reason(), "no values");
  EXPECT_EQ(result.p.reason(), "no values");
}

TEST(Welch, HasNoPercentageOfAZeroBaselineButStillATest) {
  const Welch grown = welch(Doubles{0, 0, 0}, Doubles{5, 6, 5});
  EXPECT_EQ(grown.improvement_percent.reason(), "the old mean is 0");
  EXPECT_EQ(grown.accuracy_percent[0].reason(), "the old mean is 0");
  EXPECT_LT(*grown.p, 0.01);
  const Welch equal = welch(Doubles{0, 0}, Doubles{0, 0});
  EXPECT_EQ(*equal.p, 1);
  EXPECT_FALSE(equal.improvement_percent.present());
}

TEST(Welch, BoundsTheRatioOnlyWhenTheOldMeanIsClearOfZero) {
  const Welch result = welch(Doubles{-1, 5, 0.5, -3}, Doubles{2, 3, 4, 3});
  EXPECT_FALSE(result.fieller_percent.low.present());
  EXPECT_TRUE(result.accuracy_percent[0].present());
}

TEST(FiellerPercent, AgreesWithWelchAtItsLevel) {
  const Doubles before{100, 103, 98, 101};
  const Doubles after{105, 103, 108, 104};
  EXPECT_EQ(fieller_percent(before, after, 0.95), welch(before, after).fieller_percent);
}

TEST(FiellerPercent, ExcludesZeroExactlyWhereTheTestRejects) {
  const Doubles before{100, 103, 98, 101};
  const Doubles after{105, 103, 108, 104};
  const double p = *welch(before, after).p;
  EXPECT_GT(*fieller_percent(before, after, 1 - 1.001 * p).low, 0);
  EXPECT_LT(*fieller_percent(before, after, 1 - 0.999 * p).low, 0);
}

TEST(FiellerPercent, OfConstantArmsIsAPointAndOfOneValueNothing) {
  EXPECT_EQ(fieller_percent(Doubles{2, 2}, Doubles{3, 3}, 0.9), (Interval{50.0, 50.0}));
  EXPECT_FALSE(fieller_percent(Doubles{2}, Doubles{3, 3}, 0.9).low.present());
}

TEST(Welch, SurvivesInfinityAndHugeValues) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(welch(Doubles{1, infinity}, Doubles{1, 2}).p.present());
  EXPECT_FALSE(welch(Doubles{1e308, 1.5e308}, Doubles{1, 2}).p.present());
  EXPECT_TRUE(welch(Doubles{1e-160, 2e-160}, Doubles{1e-160, 3e-160}).improvement_percent.present());
}

}  // namespace
}  // namespace hotlap::stats
