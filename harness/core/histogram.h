// Latencies in bounded memory with a bounded relative error; nothing is dropped at the edges.
#pragma once

#include <array>
#include <cstdint>

#include "harness/core/value.h"

namespace hotlap::core {

/// A log-linear histogram (as HdrHistogram): every power of two is cut into 128 equal buckets, so a quantile is at most
/// 0.8 % off. Holds any 64-bit value. `record` neither allocates nor locks.
class Histogram {
 public:
  void record(std::uint64_t value) {
    ++counts_[index(value)];
    ++count_;
    if (value > max_) max_ = value;
  }
  void merge(const Histogram& other);
  void clear() { *this = Histogram(); }

  std::uint64_t count() const { return count_; }
  /// The largest value, exact.
  std::uint64_t max() const { return max_; }
  /// The smallest value v such that at least `q` (0 < q <= 1) of all values are <= v's bucket; the bucket's upper edge,
  /// never above max(). Absent when empty.
  Value quantile(double q) const;

 private:
  static constexpr int kSubBits = 7;  // 128 buckets a power of two
  static constexpr std::size_t kBuckets = (64 - kSubBits + 1) << kSubBits;
  static std::size_t index(std::uint64_t value);
  static std::uint64_t upper_edge(std::size_t index);

  std::array<std::uint64_t, kBuckets> counts_{};
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace hotlap::core
