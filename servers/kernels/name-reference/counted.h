// name-reference/counted: an identifier of its own for each header, counted by the string (bun before).
#pragma once

#include <utility>

#include "servers/kernels/name-reference/reference.h"

namespace name_reference {

struct Counted {
  static constexpr std::string_view kId = "counted";
  static constexpr std::string_view kHelp = "atomic increment and decrement of a shared count for each header";

  /// As WTF::RefPtr: a moved one has nothing to give back.
  class Reference {
   public:
    explicit Reference(const SharedName& name) : name_(&name) { name.retain(); }
    Reference(Reference&& other) noexcept : name_(std::exchange(other.name_, nullptr)) {}
    Reference& operator=(Reference&& other) noexcept {
      std::swap(name_, other.name_);
      return *this;
    }
    ~Reference() {
      if (name_ != nullptr) name_->release();
    }
    const SharedName& name() const { return *name_; }

   private:
    const SharedName* name_;
  };

  static Reference take(const SharedName& name) { return Reference(name); }
};
static_assert(NameReference<Counted>);

}  // namespace name_reference
