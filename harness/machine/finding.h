// One thing about a machine that does or does not disturb measurements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hotlap::machine {

enum class Level {
  good,     ///< looked at: it does not disturb
  noisy,    ///< it does
  unknown,  ///< cannot measure: what would tell is not there, or not for us
};
/// "good", "noisy", "cannot measure".
std::string_view name(Level level);

struct Finding {
  std::string id;  ///< stable, snake_case: "governor"
  Level level = Level::unknown;
  std::string seen;    ///< with the numbers; when unknown, why: "/sys/...: No such file or directory"
  std::string harm;    ///< what it does to a measurement
  std::string advice;  ///< a command or a setting; empty when there is nothing to do

  bool operator==(const Finding&) const = default;
};

/// What all findings of one kind have in common.
struct Topic {
  std::string_view id;
  std::string_view harm;
  std::string_view advice;
};
Finding good(const Topic& topic, std::string seen);
/// Another advice than the topic's when `advice` is not empty.
Finding noisy(const Topic& topic, std::string seen, std::string advice = "");
/// Without an advice: most often nothing but another machine would tell.
Finding unknown(const Topic& topic, std::string seen, std::string advice = "");

}  // namespace hotlap::machine
