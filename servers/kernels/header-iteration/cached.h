// header-iteration/cached: an immutable object keeps its list, a mutable one makes it at every step (deno after
// f843a1fdff).
#pragma once

#include "servers/kernels/header-iteration/headers.h"

namespace header_iteration {

class Cached : public HeaderObject {
 public:
  static constexpr std::string_view kId = "cached";
  static constexpr std::string_view kHelp = "the list kept on the object while it is immutable";
  using HeaderObject::HeaderObject;

  class Iterator {
   public:
    explicit Iterator(Cached& headers) : headers_(&headers) {}

    const Entry* next() {
      const EntryArray& entries = headers_->entries();
      return index_ < entries.size() ? &entries[index_++] : nullptr;
    }

   private:
    Cached* headers_;
    std::size_t index_ = 0;
  };

  Iterator iterate() { return Iterator(*this); }

 private:
  /// The version matters to an object that was mutable in between: deno, whose guards never change, does without.
  const EntryArray& entries() {
    if (guard() != Guard::kImmutable) return make_scratch();
    if (cache_ == nullptr || cached_version_ != version()) [[unlikely]] {
      cache_ = &make_kept();
      cached_version_ = version();
    }
    return *cache_;
  }

  const EntryArray* cache_ = nullptr;
  std::uint64_t cached_version_ = 0;
};
static_assert(HeaderIteration<Cached>);

}  // namespace header_iteration
