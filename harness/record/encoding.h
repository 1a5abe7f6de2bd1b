// Text as JSON: what the header and the lines have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hotlap::record {

/// Appends `text` as a JSON string. Bytes that are no UTF-8 become U+FFFD: they come from strangers and never stop a
/// run.
void append_string(std::string& json, std::string_view text);

/// Appends the shortest number that reads back as the same double. A number that is not finite is our error: throws
/// logic_error.
void append_number(std::string& json, double number);
void append_number(std::string& json, std::int64_t number);
void append_number(std::string& json, std::uint64_t number);

}  // namespace hotlap::record
