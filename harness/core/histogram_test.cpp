// The histogram against sorted values: error bound, edges of the range, merging.
#include "harness/core/histogram.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "harness/core/random.h"

namespace hotlap::core {
namespace {

constexpr double kRelativeError = 1.0 / 128;

/// The smallest of `sorted` such that at least `q` of all are not above it.
double exact_quantile(const std::vector<std::uint64_t>& sorted, double q) {
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return static_cast<double>(sorted[std::max<std::size_t>(rank, 1) - 1]);
}

TEST(Histogram, AnEmptyOneHasNoQuantile) {
  const auto histogram = std::make_unique<Histogram>();
  EXPECT_EQ(histogram->count(), 0u);
  EXPECT_EQ(histogram->max(), 0u);
  EXPECT_FALSE(histogram->quantile(0.5).present());
  EXPECT_EQ(histogram->quantile(0.5).reason(), "no request was answered");
}

TEST(Histogram, SmallValuesAreExact) {
  const auto histogram = std::make_unique<Histogram>();
  for (std::uint64_t value = 0; value < 100; ++value) histogram->record(value);
  EXPECT_EQ(*histogram->quantile(0.01), 0);
  EXPECT_EQ(*histogram->quantile(0.5), 49);
  EXPECT_EQ(*histogram->quantile(0.9), 89);
  EXPECT_EQ(*histogram->quantile(0.99), 98);
  EXPECT_EQ(*histogram->quantile(1), 99);
}

TEST(Histogram, EveryQuantileIsAtMostOneBucketAboveTheExactOne) {
  Random random(1);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto histogram = std::make_unique<Histogram>();
    std::vector<std::uint64_t> values;
    for (int i = 0; i < 2000; ++i) {
      values.push_back(random.next() >> random.below(64));  // every magnitude
      histogram->record(values.back());
    }
    std::sort(values.begin(), values.end());
    for (const double q : {1e-9, 0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0}) {
      const double exact = exact_quantile(values, q);
      const double found = *histogram->quantile(q);
      EXPECT_GE(found, exact) << q;
      EXPECT_LE(found, exact * (1 + kRelativeError)) << q;
      EXPECT_LE(found, static_cast<double>(histogram->max())) << q;
    }
  }
}

TEST(Histogram, PowersOfTwoAndTheirNeighboursKeepTheBound) {
  for (int bit = 0; bit < 64; ++bit) {
    for (const std::uint64_t value :
         {(std::uint64_t{1} << bit) - 1, std::uint64_t{1} << bit, (std::uint64_t{1} << bit) + 1}) {
      const auto histogram = std::make_unique<Histogram>();
      histogram->record(value);
      histogram->record(std::numeric_limits<std::uint64_t>::max());  // so that max() does not hide the bucket's edge
      const double found = *histogram->quantile(0.5);
      EXPECT_GE(found, static_cast<double>(value)) << value;
      EXPECT_LE(found, static_cast<double>(value) * (1 + kRelativeError)) << value;
    }
  }
}

TEST(Histogram, HoldsTheLargestAndTheSmallestNumber) {
  const auto histogram = std::make_unique<Histogram>();
  histogram->record(0);
  histogram->record(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(histogram->count(), 2u);
  EXPECT_EQ(histogram->max(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(*histogram->quantile(0.5), 0);
  EXPECT_EQ(*histogram->quantile(1), std::ldexp(1.0, 64));
}

TEST(Histogram, MergingIsTheSameAsRecordingEverythingInOne) {
  Random random(2);
  const auto all = std::make_unique<Histogram>();
  const auto one = std::make_unique<Histogram>();
  const auto other = std::make_unique<Histogram>();
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t value = random.below(1'000'000);
    all->record(value);
    (i % 3 == 0 ? one : other)->record(value);
  }
  one->merge(*other);
  EXPECT_EQ(one->count(), all->count());
  EXPECT_EQ(one->max(), all->max());
  for (const double q : {0.1, 0.5, 0.9, 0.999, 1.0}) EXPECT_EQ(one->quantile(q), all->quantile(q));
}

TEST(Histogram, ClearedItIsEmpty) {
  const auto histogram = std::make_unique<Histogram>();
  histogram->record(7);
  histogram->clear();
  EXPECT_EQ(histogram->count(), 0u);
  EXPECT_EQ(histogram->max(), 0u);
  EXPECT_FALSE(histogram->quantile(1).present());
}

}  // namespace
}  // namespace hotlap::core
