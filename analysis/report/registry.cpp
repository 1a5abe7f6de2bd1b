// The registry of report formats.
#include <algorithm>

#include "analysis/report/formats.h"
#include "harness/core/error.h"
#include "harness/core/suggest.h"

namespace hotlap::report {

const std::vector<Format>& formats() {
  static const std::vector<Format> all{text_format(), node_format(), markdown_format(), csv_format(), json_format()};
  return all;
}

const Format& format(std::string_view id) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&](const Format& item) { return item.id == id; });
  if (found != formats().end()) return *found;
  std::vector<std::string> ids;
  for (const Format& item : formats()) ids.push_back(item.id);
  throw core::UserError({"unknown format '" + std::string(id) + "'", "--format", core::suggest(id, ids)});
}

}  // namespace hotlap::report
