// framing-names/length: only names of 14 and 17 characters are compared (bun after its fourth change).
#pragma once

#include "servers/kernels/engine/ascii.h"
#include "servers/kernels/framing-names/framing.h"

namespace framing_names {

/// The comparison stays necessary: Sec-Fetch-Mode has 14 characters, too, and If-Modified-Since 17.
struct Length {
  static constexpr std::string_view kId = "length";
  static constexpr std::string_view kHelp = "only names of 14 and 17 characters compared";

  template <name_lookup::NameLookup>
  static Framing classify(std::string_view name) {
    switch (name.size()) {
      case 14:
        return engine::equals_lower(name, "content-length") ? Framing::kContentLength : Framing::kNone;
      case 17:
        return engine::equals_lower(name, "transfer-encoding") ? Framing::kTransferEncoding : Framing::kNone;
      default:
        return Framing::kNone;
    }
  }
};
static_assert(FramingNames<Length>);

}  // namespace framing_names
