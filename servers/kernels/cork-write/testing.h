// A sink that remembers what it was offered, and may take less.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace cork_write::testing {

class TestSink {
 public:
  std::string wire;                  ///< every byte taken
  std::vector<std::size_t> offered;  ///< the size of every call
  std::deque<std::size_t> limits;    ///< the most the next calls take; without one a call takes all

  std::size_t send(const char* bytes, std::size_t size) {
    offered.push_back(size);
    std::size_t taken = size;
    if (!limits.empty()) {
      taken = std::min(taken, limits.front());
      limits.pop_front();
    }
    wire.append(bytes, taken);
    return taken;
  }

  /// Now and then takes nothing, a few bytes or some thousands.
  void take_at_random(std::uint64_t seed, int calls) {
    std::mt19937_64 bits(seed);
    for (int i = 0; i < calls; ++i) {
      const auto dice = bits() % 8;
      limits.push_back(dice == 0 ? 0 : dice == 1 ? bits() % 8 : dice == 2 ? bits() % 12000 : 1000000);
    }
  }
};

}  // namespace cork_write::testing
