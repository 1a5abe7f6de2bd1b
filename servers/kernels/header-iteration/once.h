// header-iteration/once: the iterator makes the list at its first step and again only after a change.
#pragma once

#include "servers/kernels/header-iteration/headers.h"

namespace header_iteration {

/// No runtime has it: it stands between the two of the source and shows how much of the gain needs no cache.
class Once : public HeaderObject {
 public:
  static constexpr std::string_view kId = "once";
  static constexpr std::string_view kHelp = "the list made once for an iteration, again only after a change";
  using HeaderObject::HeaderObject;

  class Iterator {
   public:
    explicit Iterator(Once& headers) : headers_(&headers) {}

    const Entry* next() {
      if (entries_ == nullptr || version_ != headers_->version()) [[unlikely]] {
        entries_ = &headers_->make_scratch();
        version_ = headers_->version();
      }
      return index_ < entries_->size() ? &(*entries_)[index_++] : nullptr;
    }

   private:
    Once* headers_;
    const EntryArray* entries_ = nullptr;
    std::uint64_t version_ = 0;
    std::size_t index_ = 0;
  };

  Iterator iterate() { return Iterator(*this); }
};
static_assert(HeaderIteration<Once>);

}  // namespace header_iteration
