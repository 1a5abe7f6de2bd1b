// The sets of hot paths that are compiled into this program, and the applications made of them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "servers/reference/connections.h"
#include "servers/reference/hot_paths.h"
#include "servers/reference/limits.h"

namespace reference {

/// One set: a choice of variants, and how to make an application that uses them.
struct Set {
  Choice choice;
  /// Null when no handler has that id.
  std::unique_ptr<Application> (*make)(std::string_view handler, const Limits& limits);
};

/// before and after, and each of them with one hot path flipped.
std::vector<Set> all_sets();

struct HandlerInfo {
  std::string_view id;
  std::string_view help;
};
/// Every handler that an application can be made of.
std::vector<HandlerInfo> handlers();

/// Null when no handler has that id. `choice` is of all_sets().
std::unique_ptr<Application> make_application(const Choice& choice, std::string_view handler, const Limits& limits);

/// The sets that differ from before or after in this hot path alone; those of kHotPathCount are before and after
/// themselves. Each is compiled in a file of its own, see sets.cpp.in: one takes as long as ten other files.
template <std::size_t kHotPath>
std::vector<Set> sets_that_flip();

}  // namespace reference
