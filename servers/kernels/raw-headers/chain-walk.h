// raw-headers/chain-walk: hasOwnProperty on each object below IncomingMessage.prototype, inline (bun after change 6).
#pragma once

#include <vector>

#include "servers/kernels/raw-headers/accessor.h"

namespace raw_headers {

/// JSC's HasOwnPropertyCache: 2,048 answers by structure and name, one place each. A structure never changes, so an
/// answer never gets wrong.
class HasOwnPropertyCache {
 public:
  HasOwnPropertyCache() : entries_(kSize) {}

  bool has_own(const Object& object, const Name& name) {
    const Structure& structure = *object.structure;
    Entry& entry = entries_[(structure.id() + name.hash) & (kSize - 1)];
    if (entry.structure_id == structure.id() && entry.name == &name) [[likely]] {
      return entry.result;
    }
    return ask(structure, name, entry);
  }

  std::size_t misses() const { return misses_; }

  static constexpr std::size_t kSize = 2048;

 private:
  struct Entry {
    const Name* name = nullptr;
    std::uint32_t structure_id = 0;
    bool result = false;
  };
  static_assert(sizeof(Entry) == 16);

  [[gnu::noinline]] bool ask(const Structure& structure, const Name& name, Entry& entry) {
    ++misses_;
    entry = {&name, structure.id(), structure.find(name) != nullptr};
    return entry.result;
  }

  std::vector<Entry> entries_;
  std::size_t misses_ = 0;
};

class ChainWalk {
 public:
  static constexpr std::string_view kId = "chain-walk";
  static constexpr std::string_view kHelp = "own-property checks up the prototype chain, inline";
  using Shared = HasOwnPropertyCache;

  ChainWalk(const Realm& realm, Shared& cache) : realm_(realm), cache_(cache) {}

  bool reaches_accessor(const Object& object) const {
    for (const Object* at = &object; at != nullptr; at = at->structure->prototype()) {
      if (at == &realm_.message_prototype) return true;
      if (cache_.has_own(*at, realm_.raw_headers)) return false;
    }
    return false;
  }

 private:
  const Realm& realm_;
  Shared& cache_;
};
static_assert(RawHeaders<ChainWalk>);

}  // namespace raw_headers
