// framing-match/lowercase: every name of 4 to 17 characters is lower-cased, then compared (node before #66679).
#pragma once

#include "servers/kernels/framing-match/match.h"

namespace framing_match {

class Lowercase {
 public:
  static constexpr std::string_view kId = "lowercase";
  static constexpr std::string_view kHelp = "names of 4 to 17 characters are lower-cased, then compared";

  explicit Lowercase(Arena& arena) : lower_caser_(arena) {}

  Field match(std::string_view name) {
    if (name.size() < kShortest || name.size() > kLongest) return Field::kNone;
    return field_of(lower_caser_.lower_case(name));
  }

  std::size_t bytes_allocated() const { return lower_caser_.bytes_allocated(); }
  void clear() { lower_caser_.clear(); }

 private:
  static constexpr std::size_t kShortest = 4;  // date
  static constexpr std::size_t kLongest = 17;  // transfer-encoding
  LowerCaser lower_caser_;
};
static_assert(FramingMatch<Lowercase>);

}  // namespace framing_match
