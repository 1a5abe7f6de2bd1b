// Bytes from a server made safe and readable in a message.
#pragma once

#include <string>
#include <string_view>

namespace hotlap::http {

/// Printable ASCII as it is; backslash, control characters and bytes above 126 as \\, \r, \n, \t, \xNN.
std::string visible(std::string_view bytes);

}  // namespace hotlap::http
