// Windows of laps and their medians.
#include "harness/runner/steady.h"

#include <algorithm>

namespace hotlap::runner {

void Steady::add(double cost, std::uint64_t answered) {
  requests_ += answered;
  window_.push_back(cost);
  if (window_.size() < kWindow) return;
  std::nth_element(window_.begin(), window_.begin() + kWindow / 2, window_.end());
  const double median = window_[kWindow / 2];
  window_.clear();
  if (last_fall_ == 0 || median < last_fall_ * (1 - kFall)) {
    last_fall_ = median;
    laps_since_fall_ = 0;
  } else {
    laps_since_fall_ += kWindow;
  }
}

}  // namespace hotlap::runner
