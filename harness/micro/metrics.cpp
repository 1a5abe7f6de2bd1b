// Time and counters as metrics.
#include <algorithm>
#include <array>

#include "harness/micro/micro.h"

namespace hotlap::micro {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

core::Metric time_metric() {
  return {std::string(kTime),
          "ns/iteration",
          core::Better::lower,
          core::Pooling::per_request,
          core::Role::decides,
          false,
          "CPU time of one iteration of the benchmark; real time where the benchmark asks for that"};
}

core::Metric counter_metric(const std::string& counter) {
  const bool bytes = lower_case(counter).find("bytes") != std::string::npos;
  return {
      counter, bytes ? "bytes" : "count",        core::Better::lower, core::Pooling::per_request, core::Role::informs,
      true,    "counted by the benchmark itself"};
}

bool is_rate(std::string_view counter) {
  const std::string name = lower_case(counter);
  return name.find("per_sec") != std::string::npos || name.ends_with("/s") || name.ends_with("/sec") ||
         name.ends_with("/second");
}

bool counts_a_cost(std::string_view counter) {
  constexpr std::array kCosts{"alloc", "bytes", "arrays", "objects", "copies"};
  const std::string name = lower_case(counter);
  return !is_rate(counter) && std::any_of(kCosts.begin(), kCosts.end(),
                                          [&](const char* cost) { return name.find(cost) != std::string::npos; });
}

}  // namespace hotlap::micro
