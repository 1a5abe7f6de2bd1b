// The contract of the hot path name-reference: how the identifier of a well-known name is handed out for a header.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "servers/kernels/engine/ascii.h"
#include "servers/kernels/name-lookup/lookup.h"

namespace name_reference {

/// What an identifier of JavaScriptCore points to: a string that may be shared by threads, so its count is atomic, in
/// relaxed order and in steps of two (WTF's StringImpl; the lowest bit marks static strings). Born with one reference,
/// the owner's.
class SharedName {
 public:
  explicit SharedName(std::string_view text) : lower_(text) {
    for (char& c : lower_) c = static_cast<char>(engine::lower_word(static_cast<unsigned char>(c)));
  }
  SharedName(const SharedName&) = delete;
  SharedName& operator=(const SharedName&) = delete;

  std::string_view lower() const { return lower_; }
  std::uint32_t references() const { return count_.load(std::memory_order_relaxed) / kOne; }

  void retain() const { count_.fetch_add(kOne, std::memory_order_relaxed); }
  /// WTF frees a string with its last reference; here that one is never given back.
  void release() const {
    if (count_.fetch_sub(kOne, std::memory_order_relaxed) == kOne) [[unlikely]] {
      std::abort();
    }
  }

 private:
  static constexpr std::uint32_t kOne = 2;

  mutable std::atomic<std::uint32_t> count_{kOne};
  std::string lower_;
};

/// The identifiers of all well-known names, made once for a server, which is their owner. That bun makes each
/// when it is first asked for is alike in both variants and not modelled.
class Identifiers {
 public:
  Identifiers() {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      names_[i] = std::make_unique<const SharedName>(name_lookup::kNames[i]);
    }
  }

  /// `index` of a well-known name, not kNone.
  const SharedName& at(name_lookup::Index index) const { return *names_[index]; }

 private:
  std::array<std::unique_ptr<const SharedName>, name_lookup::kNames.size()> names_;
};

/// Semantics, the same in every variant:
/// - take: hands out the identifier for one header; `Reference` lives while the header is put into its object.
/// - Reference::name: the string taken, the same object each time; valid while both the reference and the Identifiers
///   live.
/// When all references are gone, every count is what it was before. Nothing is allocated. Models bun's seventh change
/// (runtimes.md 5.9 and sources/bun-node-http.txt): before it, every well-known name among the headers of a request
/// cost an atomic increment and a decrement. The look-up of the name and the store under it are outside of the
/// variants; a name that is not well-known gets a string of its own in either. A Reference can be moved but not copied.
template <class Variant>
concept NameReference = requires(const SharedName& name, const typename Variant::Reference reference) {
  { Variant::kId } -> std::convertible_to<std::string_view>;
  { Variant::kHelp } -> std::convertible_to<std::string_view>;
  { Variant::take(name) } -> std::same_as<typename Variant::Reference>;
  { reference.name() } -> std::same_as<const SharedName&>;
  requires std::movable<typename Variant::Reference>;
  requires !std::copyable<typename Variant::Reference>;
};

}  // namespace name_reference
