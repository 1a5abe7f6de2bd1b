// All metrics, and the choice of some by name.
#include "harness/probe/registry.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/suggest.h"

namespace hotlap::probe {

core::Value per_answer(double amount, std::uint64_t answered) {
  if (answered == 0) return core::Value::absent("no request was answered");
  return amount / static_cast<double>(answered);
}

const std::vector<Probe>& probes() {
  static const std::vector<Probe> all = [] {
    std::vector<Probe> list;
    for (const Family& family : kFamilies) {
      for (Probe& probe : family.probes()) list.push_back(std::move(probe));
    }
    return list;
  }();
  return all;
}

std::vector<Probe> select(const std::vector<std::string>& ids) {
  if (ids.empty()) return probes();
  std::vector<std::string> known;
  for (const Probe& probe : probes()) known.push_back(probe.metric.id);
  std::vector<core::Problem> problems;
  for (const auto& id : ids) {
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      problems.push_back({"unknown metric '" + id + "'", "--metrics", core::suggest(id, known)});
    }
  }
  if (!problems.empty()) throw core::UserError(problems);
  std::vector<Probe> chosen;
  for (const Probe& probe : probes()) {
    if (std::find(ids.begin(), ids.end(), probe.metric.id) != ids.end()) chosen.push_back(probe);
  }
  return chosen;
}

}  // namespace hotlap::probe
