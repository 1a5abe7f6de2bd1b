// The calls on which all variants of emit must agree before any of them may be timed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace emit::corpus {

/// What a listener returns.
enum class Returns { kNothing, kNumber, kObject, kPromise };

struct Call {
  std::string event;
  std::vector<Returns> listeners;
  std::size_t arguments = 0;
  bool capture_rejections = false;
};

inline std::string title(const Call& call) {
  return call.event + ", " + std::to_string(call.listeners.size()) + " listeners, " + std::to_string(call.arguments) +
         " arguments" + (call.capture_rejections ? ", rejections captured" : "");
}

/// The rows of the source, with seven arguments added, as its tests have them.
inline std::vector<Call> fixed() {
  std::vector<Call> all;
  for (const char* event : {"data", "error"}) {
    for (const std::size_t arguments : {0u, 1u, 2u, 3u, 4u, 7u}) {
      for (const bool capture : {false, true}) {
        all.push_back({event, {}, arguments, capture});
        for (const Returns first : {Returns::kNothing, Returns::kNumber, Returns::kObject, Returns::kPromise}) {
          all.push_back({event, {first}, arguments, capture});
          all.push_back({event, {first, Returns::kPromise}, arguments, capture});
          all.push_back({event, {Returns::kPromise, first, Returns::kNothing}, arguments, capture});
        }
      }
    }
  }
  return all;
}

/// Random calls on one emitter, the same for the same seed on every machine.
inline std::vector<Call> random(std::uint64_t seed, int length) {
  std::mt19937_64 bits(seed);
  std::vector<Call> all;
  for (int i = 0; i < length; ++i) {
    Call call{bits() % 4 == 0 ? "error" : bits() % 2 == 0 ? "data" : "close", {}, bits() % 12, bits() % 2 == 0};
    for (std::uint64_t left = bits() % 6; left > 0; --left) call.listeners.push_back(static_cast<Returns>(bits() % 4));
    all.push_back(call);
  }
  return all;
}

}  // namespace emit::corpus
