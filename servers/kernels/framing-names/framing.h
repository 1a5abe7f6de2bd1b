// The contract of the hot path framing-names: which of the two headers that decide the framing a response header is.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "servers/kernels/name-lookup/all-bytes.h"

namespace framing_names {

enum class Framing : std::uint8_t { kNone, kContentLength, kTransferEncoding };

/// Semantics, the same in every variant:
/// - classify<Lookup>: what the name is, its letters in any case; kNone for every text that is neither of the two. The
///   text may have any length and any bytes.
/// `Lookup` is the server's variant of name-lookup; one that needs none takes no notice of it. Nothing is allocated;
/// any thread may call it. Models how bun's writeHead finds Content-Length and Transfer-Encoding among the names that
/// the handler gave, before and after bun's fourth change. Not modelled: the case of Date and writeMark(), which that
/// change took away because they did nothing.
template <class Variant>
concept FramingNames = requires(std::string_view name) {
  { Variant::kId } -> std::convertible_to<std::string_view>;
  { Variant::kHelp } -> std::convertible_to<std::string_view>;
  { Variant::template classify<name_lookup::AllBytes>(name) } -> std::same_as<Framing>;
};

}  // namespace framing_names
