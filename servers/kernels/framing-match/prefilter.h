// framing-match/prefilter: length and first letter come first, few names get further (node after #66679).
#pragma once

#include "servers/kernels/framing-match/match.h"

namespace framing_match {

class Prefilter {
 public:
  static constexpr std::string_view kId = "prefilter";
  static constexpr std::string_view kHelp = "only names with the length and first letter of a field are lower-cased";

  explicit Prefilter(Arena& arena) : lower_caser_(arena) {}

  Field match(std::string_view name) {
    if (!can_be_field(name)) return Field::kNone;
    return field_of(lower_caser_.lower_case(name));
  }

  std::size_t bytes_allocated() const { return lower_caser_.bytes_allocated(); }
  void clear() { lower_caser_.clear(); }

 private:
  /// In a token no other byte than the letter in its two cases gives that letter when 0x20 is set.
  static bool can_be_field(std::string_view name) {
    const char first = static_cast<char>(name[0] | 0x20);
    switch (name.size()) {
      case 4:
        return first == 'd';
      case 6:
        return first == 'e';
      case 7:
      case 17:
        return first == 't';
      case 10:
        return first == 'c' || first == 'k';
      case 14:
        return first == 'c';
      default:
        return false;
    }
  }

  LowerCaser lower_caser_;
};
static_assert(FramingMatch<Prefilter>);

}  // namespace framing_match
