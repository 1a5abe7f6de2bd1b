// The first failure of a lap, kept without allocating and told afterwards.
#pragma once

#include <llhttp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hotlap::load {

enum class FailureKind {
  none,
  status,          ///< got, wanted
  length,          ///< got, wanted
  not_kept_alive,  ///< the response says so
  no_length,       ///< the response ended with the connection
  malformed,       ///< got: llhttp's error, reason: its words
  unsolicited,     ///< got: bytes that no request asked for
  closed,          ///< got: requests outstanding
  broken,          ///< got: requests outstanding, wanted: errno
  unfinished,      ///< got: requests outstanding at the drain limit
  overdue,         ///< got: requests outstanding at a burst's limit
  closed_between,  ///< got of wanted: connections closed by the server between laps
  said_between,    ///< got: bytes that came between laps
  lost_before,     ///< got of wanted: connections that an earlier lap lost
};

/// At most this much of the first wrong answer is kept.
inline constexpr std::size_t kSeenLimit = 1024;

/// The beginning of something, at most kSeenLimit bytes.
struct Seen {
  std::size_t length = 0;
  std::array<char, kSeenLimit> bytes;

  void append(std::string_view more) noexcept;
  std::string_view view() const { return {bytes.data(), length}; }
};

struct Failure {
  FailureKind kind = FailureKind::none;
  std::uint64_t got = 0;
  std::uint64_t wanted = 0;
  const char* reason = "";  ///< outlives the failure: llhttp's are literals
};

/// What went wrong first. Later failures are not kept: they follow from the first one more often than not.
class FirstFailure {
 public:
  void clear() noexcept;
  bool happened() const noexcept { return failure_.kind != FailureKind::none; }
  /// Keeps the failure and what was seen of the answer (in two pieces) when it is the first.
  void note(const Failure& failure, std::string_view before = {}, std::string_view now = {}) noexcept;
  /// One sentence; empty when nothing happened.
  std::string text() const;
  std::string seen() const { return std::string(seen_.view()); }

 private:
  Failure failure_;
  Seen seen_;
};

}  // namespace hotlap::load
