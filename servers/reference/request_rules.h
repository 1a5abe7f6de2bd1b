// What must be true of a request beyond the syntax that llhttp checks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "servers/reference/request.h"

namespace reference {

/// What one pass over the headers finds.
struct Findings {
  /// 0, or the status of the answer that refuses the request: versions (RFC 9112, section 2.3), request targets
  /// (section 3.2), Host (section 3.2: one, and valid), transfer codings (sections 6.1 and 7), TRACE. Stricter than
  /// node, which lets most of it through to the application.
  int refusal = 0;
  std::optional<std::string_view> expectation;  ///< of the first Expect
  bool closes = false;                          ///< Connection says close, also in "close\t", which llhttp does not see
};
/// Whether a Host value is `uri-host [ ":" port ]` (RFC 9110, section 7.2; RFC 3986, section 3.2.2). Not empty, and
/// without a comma: it would be two values joined by somebody on the way.
bool is_host(std::string_view value);

/// is_host(), for a server: clients say the same again and again, so the last good value is remembered.
class Hosts {
 public:
  bool is_good(std::string_view value) {
    if (value == last_good_) return true;
    if (!is_host(value)) return false;
    last_good_ = value;
    return true;
  }

 private:
  std::string last_good_ = "localhost";
};

/// The well-known names have been identified.
Findings find(const Request& request, Hosts& known_hosts);

}  // namespace reference
