// The roles of a comparison.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace hotlap::core {

/// A subject's role. `control` is `old` once more, in processes of its own: the A/A arm.
enum class Arm { old_build, new_build, control };

inline constexpr std::array kArms{Arm::old_build, Arm::new_build, Arm::control};

/// "old", "new", "control": the words of the command line, the record and the JSON.
constexpr std::string_view arm_name(Arm arm) {
  switch (arm) {
    case Arm::old_build:
      return "old";
    case Arm::new_build:
      return "new";
    case Arm::control:
      return "control";
  }
  return "?";
}

constexpr std::optional<Arm> arm_from_name(std::string_view name) {
  for (const Arm arm : kArms) {
    if (arm_name(arm) == name) return arm;
  }
  return std::nullopt;
}

}  // namespace hotlap::core
