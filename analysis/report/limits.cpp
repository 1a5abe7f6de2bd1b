// Cuts a part at a line, never within one.
#include "analysis/report/limits.h"

#include <fmt/format.h>

namespace hotlap::report {
namespace {

std::string cut_notice(const Part& part, std::size_t left_out) {
  return fmt::format(
      "\n**{} of {} {} left out**: what does not fit into the limit of this place; `--format csv` has all rows.\n",
      left_out, part.lines.size(), part.unit);
}

std::string join(const Part& part, std::size_t count) {
  std::string joined = part.open;
  for (std::size_t i = 0; i < count; ++i) joined += part.lines[i];
  if (count < part.lines.size()) joined += cut_notice(part, part.lines.size() - count);
  return joined + part.close;
}

}  // namespace

std::string fit(const Part& part, std::size_t room) {
  if (part.lines.empty()) return "";
  const std::size_t frame = part.open.size() + part.close.size();
  std::size_t whole = frame;
  for (const std::string& line : part.lines) whole += line.size();
  if (whole <= room) return join(part, part.lines.size());
  std::size_t used = frame + cut_notice(part, part.lines.size()).size();
  std::size_t count = 0;
  while (count < part.lines.size() && used + part.lines[count].size() <= room) used += part.lines[count++].size();
  return join(part, count);
}

}  // namespace hotlap::report
