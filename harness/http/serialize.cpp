// A request as bytes.
#include <fmt/format.h>

#include <iterator>

#include "harness/http/http.h"

namespace hotlap::http {

std::string serialize(const core::Request& request, std::string_view host) {
  std::string bytes = fmt::format("{} {} HTTP/1.1\r\n", request.method, request.target);
  for (const core::HeaderField& field : core::sent_headers(request, host)) {
    fmt::format_to(std::back_inserter(bytes), "{}: {}\r\n", field.name, field.value);
  }
  return bytes + "\r\n" + request.body;
}

}  // namespace hotlap::http
