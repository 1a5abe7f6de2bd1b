// The contract of the hot path raw-headers: does reading `rawHeaders` of a request reach the built-in accessor?
#pragma once

#include <concepts>
#include <string_view>

#include "servers/kernels/engine/name.h"
#include "servers/kernels/raw-headers/object.h"

namespace raw_headers {

/// What does not change while a program runs.
struct Realm {
  const Object& message_prototype;  ///< IncomingMessage.prototype; owns the accessor, which is not configurable
  const Name& raw_headers;
  const Getter& built_in;
};

/// reaches_accessor(object): whether the first object on the prototype chain, from the object itself on, that owns
/// `rawHeaders` is IncomingMessage.prototype. False when the chain does not pass there. True lets the headers be made
/// from the request as it came in; false is always right, only slower. Semantics, the same in every variant; an object
/// may change between two calls by getting another structure, never in a structure it has.
/// Left out on purpose: an object that owns a copy of the built-in accessor itself. The source's first variant says yes
/// to it, its second one no.
/// Costs: bun, change 6. Not modelled: objects whose look-up JavaScript can watch (proxies), objects in dictionary mode
/// (JSC does not cache answers for them), and the filter by which a structure knows most absent names: its answers
/// depend on addresses. `Shared` is what the engine keeps over all calls.
template <class Variant>
concept RawHeaders = requires(const Variant variant, const Object& object) {
  requires std::constructible_from<Variant, const Realm&, typename Variant::Shared&>;
  requires std::default_initializable<typename Variant::Shared>;
  { Variant::kId } -> std::convertible_to<std::string_view>;
  { Variant::kHelp } -> std::convertible_to<std::string_view>;
  { variant.reaches_accessor(object) } -> std::same_as<bool>;
};

}  // namespace raw_headers
