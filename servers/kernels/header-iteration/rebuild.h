// header-iteration/rebuild: every step of the iterator makes the list again (deno before f843a1fdff).
#pragma once

#include "servers/kernels/header-iteration/headers.h"

namespace header_iteration {

class Rebuild : public HeaderObject {
 public:
  static constexpr std::string_view kId = "rebuild";
  static constexpr std::string_view kHelp = "the sorted, combined list made again at every step";
  using HeaderObject::HeaderObject;

  class Iterator {
   public:
    explicit Iterator(Rebuild& headers) : headers_(&headers) {}

    const Entry* next() {
      const EntryArray& entries = headers_->make_scratch();
      return index_ < entries.size() ? &entries[index_++] : nullptr;
    }

   private:
    Rebuild* headers_;
    std::size_t index_ = 0;
  };

  Iterator iterate() { return Iterator(*this); }
};
static_assert(HeaderIteration<Rebuild>);

}  // namespace header_iteration
