// A measured number, or the reason why there is none.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace hotlap::core {

/// A finite number or *absent with a reason*. Absent is never printed as 0; NaN and infinity cannot get in.
class Value {
 public:
  Value() : reason_("not measured") {}
  /// A non-finite number becomes absent ("not a finite number").
  Value(double number) {  // NOLINT(google-explicit-constructor): a number is a value
    if (std::isfinite(number)) {
      number_ = number;
    } else {
      reason_ = "not a finite number";
    }
  }
  /// An empty reason becomes "not measured": an absent value always says why.
  static Value absent(std::string reason) {
    Value value;
    if (!reason.empty()) value.reason_ = std::move(reason);
    return value;
  }

  bool present() const { return number_.has_value(); }
  /// The number; only when present.
  double operator*() const { return *number_; }
  double value_or(double other) const { return number_.value_or(other); }
  /// Why it is absent; empty when present.
  const std::string& reason() const { return reason_; }

  bool operator==(const Value&) const = default;

 private:
  std::optional<double> number_;
  std::string reason_;
};

}  // namespace hotlap::core
