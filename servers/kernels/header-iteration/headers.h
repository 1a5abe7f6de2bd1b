// The contract of the hot path header-iteration: how often an iterator over deno's Headers makes the list it walks.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "servers/kernels/header-iteration/object.h"

namespace header_iteration {

/// A Headers object of deno and its iterator. Semantics, the same in every variant; those of the list are in object.h:
/// - iterate: an iterator at the first entry; any number may be under way.
/// - Iterator::next: the entry at the iterator's place in the list as it is *now*, and one place further; null when the
///   list has no more. After a change the same place is read from the new list, so that an entry may come twice or
///   never, and an iterator that was at its end goes on when entries are added: as in deno.
/// The entries are the headers sorted by lower-case name; those of one name are joined with ", " (a value that is
/// still empty is replaced), except Set-Cookie, each of which stays an entry of its own, in its order. Names are not
/// empty.
/// - bytes_allocated: of V8's heap, by making lists, since the object was made; 0 before the first next().
/// An entry is valid until `scratch` is reset; resetting it also ends every iterator. The texts of the headers belong
/// to the caller and stay valid as long as the object, which stays where it is while it has iterators.
///
/// Modelled (runtimes.md 5.8; ext/fetch/20_headers.js and ext/webidl/00_webidl.js of denoland/deno): next() asks the
/// object for its list at every step, the last included, so that n entries cost n + 1 lists. With f843a1fdff an
/// immutable object keeps the list. Not modelled: the result object and the new pair that every step hands out, and the
/// checks of names and values, alike in all variants; forEach, which asks once; the later cache of lower-case names.
template <class Headers>
concept HeaderIteration = requires(Headers headers, const Headers constant, typename Headers::Iterator iterator,
                                   std::string_view text, Guard guard) {
  requires std::derived_from<Headers, HeaderObject>;
  requires std::constructible_from<Headers, Arena&, Arena&, std::span<const Pair>, Guard>;
  { Headers::kId } -> std::convertible_to<std::string_view>;
  { Headers::kHelp } -> std::convertible_to<std::string_view>;
  { headers.append(text, text) } -> std::same_as<bool>;
  { headers.set(text, text) } -> std::same_as<bool>;
  { headers.remove(text) } -> std::same_as<bool>;
  { headers.set_guard(guard) } -> std::same_as<void>;
  { headers.iterate() } -> std::same_as<typename Headers::Iterator>;
  { iterator.next() } -> std::same_as<const Entry*>;
  { constant.bytes_allocated() } -> std::same_as<std::size_t>;
};

}  // namespace header_iteration
