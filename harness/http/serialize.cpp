// A request as bytes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/http/field_name.h"
#include "harness/http/http.h"

namespace hotlap::http {
namespace {

bool has_field(const core::Request& request, std::string_view name) {
  return std::any_of(request.headers.begin(), request.headers.end(),
                     [&](const core::HeaderField& field) { return same_name(field.name, name); });
}

}  // namespace

std::string serialize(const core::Request& request, std::string_view host) {
  std::string bytes = fmt::format("{} {} HTTP/1.1\r\n", request.method, request.target);
  const auto add = [&](std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(bytes), "{}: {}\r\n", name, value);
  };
  if (!has_field(request, "Host")) add("Host", host);
  for (const core::HeaderField& field : request.headers) add(field.name, field.value);
  // A length beside a stated one, or beside a transfer coding, would make the request ambiguous (RFC 9112 section 6.2).
  const bool framed = has_field(request, "Content-Length") || has_field(request, "Transfer-Encoding");
  if (!request.body.empty() && !framed) add("Content-Length", fmt::format("{}", request.body.size()));
  return bytes + "\r\n" + request.body;
}

}  // namespace hotlap::http
