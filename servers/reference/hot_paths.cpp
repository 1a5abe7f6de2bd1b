// Reads what --hot-paths says.
#include "servers/reference/hot_paths.h"

#include <algorithm>
#include <string>

namespace reference {
namespace {

std::string quoted(std::string_view text) { return std::string(1, '\'').append(text).append("'"); }

/// "emit=indexed": sets that hot path.
void apply_flip(std::string_view flip, ChoiceParse& parse) {
  const std::size_t equals = std::min(flip.find('='), flip.size());
  const std::string_view id = flip.substr(0, equals);
  const std::string_view variant = flip.substr(std::min(equals + 1, flip.size()));
  std::vector<std::string_view> ids;
  for (std::size_t i = 0; i < kHotPaths.size(); ++i) {
    ids.push_back(kHotPaths[i].id);
    if (kHotPaths[i].id != id) continue;
    std::vector<std::string_view> known;
    for (const auto& info : kHotPaths[i].variants) {
      known.push_back(info.id);
      if (info.id == variant) parse.choice[i] = info.id;
    }
    if (std::find(known.begin(), known.end(), variant) == known.end()) {
      parse.problems.push_back(
          {"hot path " + quoted(id) + " has no variant " + quoted(variant), suggest(variant, known)});
    }
    return;
  }
  parse.problems.push_back({"there is no hot path " + quoted(id), suggest(id, ids)});
}

}  // namespace

ChoiceParse parse_choice(std::string_view text) {
  ChoiceParse parse;
  if (text.empty()) text = "after";
  std::size_t end = text.find('+');
  const std::string_view set = text.substr(0, end);
  if (set != "before" && set != "after") {
    parse.problems.push_back({"there is no set of hot paths " + quoted(set), suggest(set, {"before", "after"})});
  }
  for (std::size_t i = 0; i < kHotPaths.size(); ++i) {
    parse.choice[i] = set == "before" ? kHotPaths[i].before : kHotPaths[i].after;
  }
  while (end != std::string_view::npos) {
    text.remove_prefix(end + 1);
    end = text.find('+');
    apply_flip(text.substr(0, end), parse);
  }
  return parse;
}

}  // namespace reference
