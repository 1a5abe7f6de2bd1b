// The registry of foreign formats.
#include <algorithm>

#include "analysis/foreign/formats.h"
#include "harness/core/error.h"
#include "harness/core/suggest.h"

namespace hotlap::foreign {

const std::vector<Format>& formats() {
  // mitata before pyperf: both have "benchmarks" with "runs".
  static const std::vector<Format> all{
      node_csv_format(),   google_benchmark_format(), hyperfine_format(), mitata_format(), pyperf_format(),
      tinybench_format(),  vitest_format(),           criterion_format(), wrk_format(),    oha_format(),
      autocannon_format(), h2load_format(),           ab_format(),        go_format()};
  return all;
}

const Format& format(std::string_view id) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&](const Format& item) { return item.id == id; });
  if (found != formats().end()) return *found;
  std::vector<std::string> ids;
  std::string known;
  for (const Format& item : formats()) {
    ids.push_back(item.id);
    known += (known.empty() ? "" : ", ") + item.id;
  }
  const std::string hint = core::suggest(id, ids);
  throw core::UserError({"unknown format '" + std::string(id) + "'", "--from",
                         hint.starts_with("did you mean") ? hint + "; there are " + known : "there are " + known});
}

}  // namespace hotlap::foreign
