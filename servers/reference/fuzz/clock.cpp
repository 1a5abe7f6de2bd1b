// The time of the event loop: clock_gettime() of this program comes before that of the C library.
#include "servers/reference/fuzz/clock.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace reference::fuzz {
namespace {

constexpr std::uint64_t kBegin = 1'000'000'000;
std::uint64_t now_ms = 0;  ///< 0: the real time

}  // namespace

OwnTime::OwnTime() { now_ms = kBegin; }
OwnTime::~OwnTime() { now_ms = 0; }
void OwnTime::pass(std::uint64_t milliseconds) { now_ms += milliseconds; }

}  // namespace reference::fuzz

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const bool ours = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE;
  if (!ours || reference::fuzz::now_ms == 0) return static_cast<int>(syscall(SYS_clock_gettime, clock, time));
  time->tv_sec = static_cast<time_t>(reference::fuzz::now_ms / 1000);
  time->tv_nsec = static_cast<long>(reference::fuzz::now_ms % 1000 * 1'000'000);
  return 0;
}
