// Windows of laps and their medians.
#include "harness/runner/steady.h"

#include <algorithm>

namespace hotlap::runner {

void Steady::add(double cost) {
  window_.push_back(cost);
  if (window_.size() < kWindow) return;
  std::nth_element(window_.begin(), window_.begin() + kWindow / 2, window_.end());
  const double median = window_[kWindow / 2];
  window_.clear();
  steady_ = lowest_median_ > 0 && median >= lowest_median_ * (1 - kFall);
  lowest_median_ = lowest_median_ > 0 ? std::min(lowest_median_, median) : median;
}

}  // namespace hotlap::runner
