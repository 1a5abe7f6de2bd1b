// framing-names/table: every name is looked up among the well-known names (bun before its fourth change).
#pragma once

#include "servers/kernels/framing-names/framing.h"

namespace framing_names {

struct Table {
  static constexpr std::string_view kId = "table";
  static constexpr std::string_view kHelp = "every name looked up in the table of well-known names";

  template <name_lookup::NameLookup Lookup>
  static Framing classify(std::string_view name) {
    switch (Lookup::find(name)) {
      case name_lookup::index_of("Content-Length"):
        return Framing::kContentLength;
      case name_lookup::index_of("Transfer-Encoding"):
        return Framing::kTransferEncoding;
      default:
        return Framing::kNone;
    }
  }
};
static_assert(FramingNames<Table>);

}  // namespace framing_names
