// What may stand in a request: the rules of RFC 9110 and 9112 that a scenario's strings must keep.
#pragma once

#include <string_view>

namespace hotlap::scenario {

/// A header name or method: tchar+ (RFC 9110, 5.6.2).
bool is_token(std::string_view text);

/// [a-z0-9-]+, the form of a scenario's name.
bool is_scenario_name(std::string_view text);

/// [a-z][a-z0-9_]*, the form of a parameter's name.
bool is_parameter_name(std::string_view text);

/// Any byte below 0x20 except HTAB, or 0x7f: nothing of the kind may stand in a header value (RFC 9110, 5.5).
bool has_control_character(std::string_view text);

/// Space or HTAB at either end: a recipient strips it (RFC 9110, 5.5), so it can never be compared.
bool has_outer_white_space(std::string_view text);

/// origin-form or asterisk-form (RFC 9112, 3.2), as far as framing goes: starts with "/" or is "*", and holds neither
/// white space nor control characters.
bool is_target(std::string_view text);

}  // namespace hotlap::scenario
