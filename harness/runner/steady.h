// The warm-up rule: when an arm has stopped getting faster.
#pragma once

#include <vector>

namespace hotlap::runner {

/// Watches the CPU per request of an arm's warm-up laps. Laps are grouped into windows of kWindow; the arm is steady
/// when the median of the newest window is no longer more than kFall below the lowest median of the windows before it.
/// A window and not a lap, because single laps scatter by several per cent; the lowest and not the last, because one
/// disturbed window would make the next one look like a fall.
class Steady {
 public:
  static constexpr int kWindow = 5;
  static constexpr double kFall = 0.02;

  /// `cost` > 0: CPU per request of one lap, any unit.
  void add(double cost);
  bool steady() const { return steady_; }

 private:
  std::vector<double> window_;
  double lowest_median_ = 0;  ///< 0: no window yet
  bool steady_ = false;
};

}  // namespace hotlap::runner
