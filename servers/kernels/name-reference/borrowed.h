// name-reference/borrowed: the identifier that the server keeps is used in place (bun after).
#pragma once

#include "servers/kernels/name-reference/reference.h"

namespace name_reference {

struct Borrowed {
  static constexpr std::string_view kId = "borrowed";
  static constexpr std::string_view kHelp = "the identifier that the server keeps, uncounted";

  class Reference {
   public:
    explicit Reference(const SharedName& name) : name_(&name) {}
    Reference(Reference&&) = default;
    Reference& operator=(Reference&&) = default;
    const SharedName& name() const { return *name_; }

   private:
    const SharedName* name_;
  };

  static Reference take(const SharedName& name) { return Reference(name); }
};
static_assert(NameReference<Borrowed>);

}  // namespace name_reference
