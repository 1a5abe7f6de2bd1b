// CPU lists as people and the kernel write them: "0-2,4".
#include <algorithm>
#include <charconv>

#include "harness/core/error.h"
#include "harness/subject/cpu_mask.h"
#include "harness/subject/cpus.h"

namespace hotlap::subject {
namespace {

/// A whole decimal number below kMostCpus; -1 when it is none.
int number(std::string_view text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value >= kMostCpus) return -1;
  return value;
}

}  // namespace

std::vector<int> parse_cpu_list(std::string_view text, std::string_view option) {
  std::vector<int> cpus;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const auto dash = part.find('-');
    const int first = number(part.substr(0, dash));
    const int last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
    if (first < 0 || last < first) {
      throw core::UserError({"'" + std::string(part) + "' is no CPU and no range of CPUs", std::string(option),
                             "write numbers and ranges, as 0-2,4"});
    }
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

std::string format_cpu_list(const std::vector<int>& cpus) {
  std::vector<int> sorted = cpus;
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t last = i;
    while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(sorted[i]);
    if (last > i) text += "-" + std::to_string(sorted[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace hotlap::subject
