// A check that stays on in release: our own mistakes end the program with a line, they are not served.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace reference {

[[noreturn, gnu::cold, gnu::noinline]] inline void broken(const char* rule) {
  std::fprintf(stderr, "reference-server: broken rule: %s\n", rule);
  std::abort();
}

/// `rule` is what must hold, in words.
inline void check(bool holds, const char* rule) {
  if (!holds) [[unlikely]] {
    broken(rule);
  }
}

}  // namespace reference
