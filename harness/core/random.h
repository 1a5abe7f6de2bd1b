// Random numbers that a recorded seed reproduces anywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace hotlap::core {

/// SplitMix64 (Steele, Lea, Flood 2014). Own code because the standard's distributions and `std::shuffle` may differ
/// between libraries, and a recorded seed must give the same plan everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// A generator for one purpose: streams of different (seed, purpose, index) are independent.
  static Random for_purpose(std::uint64_t seed, std::string_view purpose, std::uint64_t index = 0) {
    std::uint64_t hash = 1469598103934665603ULL;  // FNV-1a
    for (const char c : purpose) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    Random mixer(seed ^ hash);
    Random mixed(mixer.next() ^ (index * 0x9E3779B97F4A7C15ULL));
    mixed.next();
    return mixed;
  }

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, limit), without modulo bias. `limit` > 0.
  std::uint64_t below(std::uint64_t limit) {
    const std::uint64_t reject = (0 - limit) % limit;
    for (;;) {
      const std::uint64_t value = next();
      if (value >= reject) return value % limit;
    }
  }
  /// Fisher-Yates.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace hotlap::core
