// A warning is data: a code, the numbers, and what to do about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hotlap::core {

/// Something that makes a result less trustworthy without making it void. Shown beside the result, kept in the JSON.
struct Warning {
  std::string code;    ///< stable, snake_case: "client_saturated"
  std::string text;    ///< one sentence with its numbers: "the client's core was 99 % busy in 14 of 60 laps"
  std::string advice;  ///< what to do: "compare cpu, or give the client more cores with --client-cpus"
  std::vector<std::pair<std::string, double>> numbers;  ///< the same numbers by name: {"busy_share", 0.99}

  bool operator==(const Warning&) const = default;
};

}  // namespace hotlap::core
