// The one field that two right responses may differ in, made equal.
#include <algorithm>

#include "harness/core/field_name.h"
#include "harness/http/head.h"
#include "harness/http/http.h"

namespace hotlap::http {

std::string mask_date(std::string_view bytes) {
  std::string masked(bytes);
  const std::size_t head = head_length(bytes);
  for (std::size_t line = 0; line < head;) {
    const std::size_t end = std::min(bytes.find('\n', line), head);
    const std::size_t colon = bytes.find(':', line);
    if (colon < end && core::same_name(bytes.substr(line, colon - line), "Date")) {
      std::size_t first = colon + 1;
      std::size_t last = end;
      while (first < last && (bytes[first] == ' ' || bytes[first] == '\t')) ++first;
      while (last > first && (bytes[last - 1] == ' ' || bytes[last - 1] == '\t' || bytes[last - 1] == '\r')) --last;
      std::fill(masked.begin() + static_cast<std::ptrdiff_t>(first), masked.begin() + static_cast<std::ptrdiff_t>(last),
                'x');
    }
    line = end + 1;
  }
  return masked;
}

}  // namespace hotlap::http
