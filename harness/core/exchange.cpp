// Which header lines a request really has.
#include "harness/core/exchange.h"

#include <algorithm>

#include "harness/core/field_name.h"

namespace hotlap::core {

std::vector<HeaderField> sent_headers(const Request& request, std::string_view host) {
  const auto states = [&](std::string_view name) {
    return std::any_of(request.headers.begin(), request.headers.end(),
                       [&](const HeaderField& field) { return same_name(field.name, name); });
  };
  std::vector<HeaderField> sent;
  if (!states("Host")) sent.push_back({"Host", std::string(host)});
  sent.insert(sent.end(), request.headers.begin(), request.headers.end());
  const bool framed = states("Content-Length") || states("Transfer-Encoding");
  if (!request.body.empty() && !framed) sent.push_back({"Content-Length", std::to_string(request.body.size())});
  return sent;
}

}  // namespace hotlap::core
