// connection_fuzzer: libFuzzer on one connection of the server.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "servers/reference/fuzz/replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string problem = reference::fuzz::problem_of({reinterpret_cast<const char*>(data), size});
  if (problem.empty()) return 0;
  std::fprintf(stderr, "connection_fuzzer: %s\n", problem.c_str());
  std::abort();
}
