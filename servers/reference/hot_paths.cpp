// The list of hot paths, and what --hot-paths says.
#include "servers/reference/hot_paths.h"

#include <algorithm>
#include <string>

#include "servers/reference/policies.h"

namespace reference {
namespace {

#define HOTLAP_HOT_PATH(room) \
  HotPath { room::kId, room::kHelp, room::kVariants, room::Before::kId, room::After::kId }

constexpr HotPaths kHotPaths = {
    HOTLAP_HOT_PATH(header_store),    HOTLAP_HOT_PATH(listener_table), HOTLAP_HOT_PATH(header_walk),
    HOTLAP_HOT_PATH(framing_match),   HOTLAP_HOT_PATH(head_render),    HOTLAP_HOT_PATH(emit),
    HOTLAP_HOT_PATH(cork_write),      HOTLAP_HOT_PATH(framing_names),  HOTLAP_HOT_PATH(name_lookup),
    HOTLAP_HOT_PATH(raw_headers),     HOTLAP_HOT_PATH(name_reference), HOTLAP_HOT_PATH(call_arguments),
    HOTLAP_HOT_PATH(header_iteration)};

#undef HOTLAP_HOT_PATH

std::string quoted(std::string_view text) { return std::string(1, '\'').append(text).append("'"); }

/// "emit=indexed": sets that hot path.
void apply_flip(std::string_view flip, ChoiceParse& parse) {
  const std::size_t equals = std::min(flip.find('='), flip.size());
  const std::string_view id = flip.substr(0, equals);
  const std::string_view variant = flip.substr(std::min(equals + 1, flip.size()));
  std::vector<std::string_view> ids;
  for (std::size_t i = 0; i < kHotPathCount; ++i) {
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

const HotPaths& hot_paths() { return kHotPaths; }

std::vector<std::string> set_names() {
  std::vector<std::string> names;
  for (const std::string base : {"before", "after"}) {
    names.push_back(base);
    for (const HotPath& path : kHotPaths) {
      for (const auto& variant : path.variants) {
        if (variant.id == (base == "before" ? path.before : path.after)) continue;
        names.push_back(base + "+" + std::string(path.id) + "=" + std::string(variant.id));
      }
    }
  }
  return names;
}

ChoiceParse parse_choice(std::string_view text) {
  ChoiceParse parse;
  if (text.empty()) text = "after";
  std::size_t end = text.find('+');
  const std::string_view set = text.substr(0, end);
  if (set != "before" && set != "after") {
    parse.problems.push_back({"there is no set of hot paths " + quoted(set), suggest(set, {"before", "after"})});
  }
  for (std::size_t i = 0; i < kHotPathCount; ++i) {
    parse.choice[i] = set == "before" ? kHotPaths[i].before : kHotPaths[i].after;
  }
  if (std::count(text.begin(), text.end(), '+') > 1) {
    parse.problems.push_back({"more than one hot path is flipped in " + quoted(text),
                              "flip one of them; a set of its own is compiled for each"});
  }
  while (end != std::string_view::npos) {
    text.remove_prefix(end + 1);
    end = text.find('+');
    apply_flip(text.substr(0, end), parse);
  }
  return parse;
}

}  // namespace reference
