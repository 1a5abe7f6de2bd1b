// Bucket arithmetic of the log-linear histogram.
#include "harness/core/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hotlap::core {

std::size_t Histogram::index(std::uint64_t value) {
  constexpr std::uint64_t kLinear = std::uint64_t{1} << kSubBits;
  if (value < kLinear) return static_cast<std::size_t>(value);
  const auto exponent = static_cast<int>(std::bit_width(value)) - 1 - kSubBits;  // how many low bits the bucket forgets
  const std::uint64_t sub = (value >> exponent) - kLinear;
  return ((static_cast<std::size_t>(exponent) + 1) << kSubBits) + static_cast<std::size_t>(sub);
}

std::uint64_t Histogram::upper_edge(std::size_t index) {
  constexpr std::size_t kLinear = std::size_t{1} << kSubBits;
  if (index < kLinear) return index;
  const auto exponent = static_cast<int>((index >> kSubBits) - 1);
  const std::uint64_t first = (kLinear + (index & (kLinear - 1)));
  return (first << exponent) + ((std::uint64_t{1} << exponent) - 1);
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
}

Value Histogram::quantile(double q) const {
  if (count_ == 0) return Value::absent("no request was answered");
  const auto wanted =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    seen += counts_[i];
    if (seen >= wanted) return static_cast<double>(std::min(upper_edge(i), max_));
  }
  return static_cast<double>(max_);
}

}  // namespace hotlap::core
