// The warm-up rule: when an arm has stopped getting faster.
#pragma once

#include <cstdint>
#include <vector>

namespace hotlap::runner {

/// Watches the CPU per request of an arm's warm-up laps. Laps are grouped into windows of kWindow, and a window's
/// figure is its median, since single laps scatter by several per cent. A *fall* is a window more than kFall below the
/// figure of the last fall (so that many small falls make one). The arm is steady after `patience` laps without a fall,
/// but not before it has answered `fewest_requests`: a JIT pauses for dozens of laps before its next tier, and what
/// ends the pause is work done, not time. So the number is the server's, and no machine's.
class Steady {
 public:
  static constexpr int kWindow = 5;
  static constexpr double kFall = 0.02;

  Steady(int patience, std::uint64_t fewest_requests) : patience_(patience), fewest_requests_(fewest_requests) {}
  /// `cost` > 0: CPU per request of one lap, any unit; `answered`: its requests.
  void add(double cost, std::uint64_t answered);
  bool steady() const { return laps_since_fall_ >= patience_ && requests_ >= fewest_requests_; }

 private:
  int patience_;
  std::uint64_t fewest_requests_;
  std::uint64_t requests_ = 0;
  std::vector<double> window_;
  double last_fall_ = 0;  ///< the figure of the last fall; 0: no window yet
  int laps_since_fall_ = 0;
};

}  // namespace hotlap::runner
