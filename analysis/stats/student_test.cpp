// Golden values of Student's t, from incomplete beta functions at 30 digits.
#include <gtest/gtest.h>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

TEST(StudentsT, HasTheQuantilesOfTheTable) {
  EXPECT_NEAR(t_quantile(0.975, 1), 12.7062047361747, 1e-11);
  EXPECT_NEAR(t_quantile(0.975, 18), 2.100922040241038, 1e-12);
  EXPECT_NEAR(t_quantile(0.995, 18), 2.878440472738608, 1e-12);
  EXPECT_NEAR(t_quantile(0.9995, 58.25), 3.465538665951379, 1e-12);
  EXPECT_NEAR(t_quantile(0.9, 3.7), 1.557565838861507, 1e-12);
  EXPECT_NEAR(t_quantile(0.025, 18), -t_quantile(0.975, 18), 1e-12);
  EXPECT_EQ(t_quantile(0.5, 5), 0);
}

TEST(StudentsT, GivesTheTwoSidedPOfEitherSign) {
  EXPECT_NEAR(t_two_sided_p(2, 10), 0.07338803477074037, 1e-13);
  EXPECT_NEAR(t_two_sided_p(-2, 10), 0.07338803477074037, 1e-13);
  EXPECT_NEAR(t_two_sided_p(0.5, 2.5), 0.6576979198697147, 1e-13);
  EXPECT_NEAR(t_two_sided_p(35, 4) / 3.97666727807927e-6, 1, 1e-11);
  EXPECT_EQ(t_two_sided_p(0, 3), 1);
}

TEST(StudentsT, TellsTheDegreesOfFreedomBehindTwoPostedAccuracies) {
  const auto ratio = [](double df) { return t_quantile(0.995, df) / t_quantile(0.975, df); };
  EXPECT_NEAR(ratio(18), 1.370, 5e-4);
  EXPECT_NEAR(ratio(13), 1.394, 5e-4);
  EXPECT_NEAR(ratio(9), 1.437, 5e-4);
  EXPECT_NEAR(ratio(58), 1.331, 6e-4);
}

}  // namespace
}  // namespace hotlap::stats
