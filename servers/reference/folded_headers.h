// `request.headers` of node: one entry a name, in lower case, the lines of a name put together by node's rules.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "servers/kernels/engine/arena.h"
#include "servers/reference/request.h"

namespace reference {

/// Entries and texts made for them lie in the arena; the other texts are the request's.
class FoldedHeaders {
 public:
  struct Entry {
    std::string_view name;                    ///< in lower case
    std::string_view value;                   ///< of Set-Cookie the first line
    std::span<const std::string_view> lines;  ///< of Set-Cookie, else empty
  };

  /// The rules (node's documentation of message.headers): of some names the first line counts, the lines of Cookie are
  /// joined by "; ", those of Set-Cookie are kept apart, all others are joined by ", ".
  FoldedHeaders(const Request& request, engine::Arena& arena);

  std::size_t size() const { return size_; }
  std::span<const Entry> entries() const { return {entries_, size_}; }
  /// `lower` in lower case.
  std::optional<std::string_view> get(std::string_view lower) const;

 private:
  Entry* entries_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace reference
