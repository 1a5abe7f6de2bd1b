// The warm-up rule: when an arm has stopped getting faster.
#pragma once

#include <vector>

namespace hotlap::runner {

/// Watches the CPU per request of an arm's warm-up laps. Laps are grouped into windows of kWindow, and a window's
/// figure is its median, since single laps scatter by several per cent. A *fall* is a window more than kFall below the
/// figure of the last fall (so that many small falls make one). The arm is steady after `patience` laps without a fall.
/// How long a pause between two falls can be is known of the server: compiled code has none, a JIT pauses for dozens of
/// laps before its next tier.
class Steady {
 public:
  static constexpr int kWindow = 5;
  static constexpr double kFall = 0.02;

  explicit Steady(int patience) : patience_(patience) {}
  /// `cost` > 0: CPU per request of one lap, any unit.
  void add(double cost);
  bool steady() const { return laps_since_fall_ >= patience_; }

 private:
  int patience_;
  std::vector<double> window_;
  double last_fall_ = 0;  ///< the figure of the last fall; 0: no window yet
  int laps_since_fall_ = 0;
};

}  // namespace hotlap::runner
