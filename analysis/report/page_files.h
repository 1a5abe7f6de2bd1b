// The page's style and script, which the build takes from page/.
#pragma once

#include <string_view>

namespace hotlap::report {

struct PageFile {
  std::string_view bytes;
  std::string_view sha256;  ///< of the bytes, 64 hex digits
};

PageFile page_style();
PageFile page_script();

}  // namespace hotlap::report
