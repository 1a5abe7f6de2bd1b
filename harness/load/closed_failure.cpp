// The failures of the built-in client in words.
#include "harness/load/closed_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "harness/load/load.h"

namespace hotlap::load {
namespace {

std::string requests(std::uint64_t count) { return fmt::format("{} request{}", count, count == 1 ? "" : "s"); }

}  // namespace

void Seen::append(std::string_view more) noexcept {
  const std::size_t count = std::min(more.size(), bytes.size() - length);
  std::copy_n(more.data(), count, bytes.data() + length);
  length += count;
}

void FirstFailure::clear() noexcept {
  failure_ = {};
  seen_.length = 0;
}

void FirstFailure::note(const Failure& failure, std::string_view before, std::string_view now) noexcept {
  if (happened()) return;
  failure_ = failure;
  seen_.append(before);
  seen_.append(now);
}

std::string FirstFailure::text() const {
  const auto& [kind, got, wanted, reason] = failure_;
  switch (kind) {
    case FailureKind::none:
      return "";
    case FailureKind::status:
      return fmt::format("status {} instead of {}", got, wanted);
    case FailureKind::length:
      return fmt::format("body has {} bytes instead of {}", got, wanted);
    case FailureKind::not_kept_alive:
      return "the server does not keep the connection alive: its response says Connection: close, or is HTTP/1.0";
    case FailureKind::no_length:
      return "the server does not keep the connection alive: its response has no length and ends with the connection";
    case FailureKind::malformed:
      return fmt::format("malformed response: {} ({})", reason, llhttp_errno_name(static_cast<llhttp_errno_t>(got)));
    case FailureKind::unsolicited:
      return fmt::format("the server sent {} bytes that belong to no response that was asked for", got);
    case FailureKind::closed:
      return fmt::format("the server closed a connection with {} outstanding", requests(got));
    case FailureKind::broken:
      return fmt::format("a connection broke with {} outstanding: {}", requests(got),
                         std::generic_category().message(static_cast<int>(wanted)));
    case FailureKind::unfinished:
      return fmt::format("{} not answered within {} s after the end of the lap", requests(got),
                         std::chrono::duration_cast<std::chrono::seconds>(kDrainLimit).count());
    case FailureKind::overdue:
      return fmt::format("{} not answered {} s after the beginning of the burst", requests(got),
                         std::chrono::duration_cast<std::chrono::seconds>(kBurstLimit).count());
    case FailureKind::closed_between:
      return fmt::format("{} of {} connections were closed by the server between laps", got, wanted);
    case FailureKind::said_between:
      return fmt::format("the server sent {} bytes between laps, unasked", got);
    case FailureKind::lost_before:
      return fmt::format("{} of {} connections were lost in an earlier lap", got, wanted);
  }
  return "";
}

}  // namespace hotlap::load
