// All load generators.
#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/suggest.h"
#include "harness/load/rows.h"

namespace hotlap::load {

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all{closed(), wrk()};
  return all;
}

const Generator& generator(std::string_view id) {
  const std::vector<Generator>& all = generators();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Generator& row) { return row.id == id; });
  if (found != all.end()) return *found;
  std::vector<std::string> ids;
  ids.reserve(all.size());
  for (const Generator& row : all) ids.push_back(row.id);
  throw core::UserError({"unknown load generator '" + std::string(id) + "'", "--load", core::suggest(id, ids)});
}

}  // namespace hotlap::load
