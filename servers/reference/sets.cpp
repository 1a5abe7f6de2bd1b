// Collects the sets from the files in which they are compiled.
#include "servers/reference/sets.h"

#include <algorithm>
#include <utility>

#include "servers/reference/check.h"
#include "servers/reference/handlers.h"

namespace reference {

std::vector<HandlerInfo> handlers() {
  return std::apply(
      [](auto... handler) {
        return std::vector{HandlerInfo{handler.kId, handler.kHelp}...};
      },
      Handlers{});
}

std::vector<Set> all_sets() {
  std::vector<Set> all;
  const auto add = [&](std::vector<Set> some) { all.insert(all.end(), some.begin(), some.end()); };
  add(sets_that_flip<kHotPathCount>());
  [&]<std::size_t... kHotPaths>(std::index_sequence<kHotPaths...>) { (add(sets_that_flip<kHotPaths>()), ...); }
  (std::make_index_sequence<kHotPathCount>());
  return all;
}

std::unique_ptr<Application> make_application(const Choice& choice, std::string_view handler, const Limits& limits) {
  const std::vector<Set> all = all_sets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Set& set) { return set.choice == choice; });
  check(found != all.end(), "every choice the options accept is compiled in");
  return found->make(handler, limits);
}

}  // namespace reference
