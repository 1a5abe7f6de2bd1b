// The time of the event loop, when it is to be ours: timeouts cost no waiting.
#pragma once

#include <cstdint>

namespace reference::fuzz {

/// While it lives, the monotonic clock of this process starts at the same time and moves only by pass(). The time of
/// day goes on: libFuzzer sees by it that an input takes too long.
class OwnTime {
 public:
  OwnTime();
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;
  ~OwnTime();
  void pass(std::uint64_t milliseconds);
};

}  // namespace reference::fuzz
