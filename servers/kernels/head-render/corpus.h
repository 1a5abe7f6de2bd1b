// The heads on which all variants of head-render must agree before any of them may be timed.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "servers/kernels/head-render/render.h"

namespace head_render::corpus {

inline constexpr Text kDateNow = "Tue, 15 Nov 1994 08:12:31 GMT";

/// A value of maxRequestsPerSocket and what it adds to the Keep-Alive line.
struct Operand {
  Value value;
  std::string added;
};

/// The kinds that the source tests, and the limits of ~~.
inline std::vector<Operand> operands() {
  static constexpr std::array<Text, 7> kTexts = {"12", " 7 ", "word", "", "0.9", "-3", "4.5e1"};
  return {{Value::undefined(), ""},
          {Value::null(), ""},
          {Value::boolean(true), ", max=true"},
          {Value::boolean(false), ""},
          {Value::integer(0), ""},
          {Value::integer(-1), ""},
          {Value::integer(3), ", max=3"},
          {Value::number(2147483647), ", max=2147483647"},
          {Value::number(2147483648), ""},
          {Value::number(4294967297), ", max=4294967297"},
          {Value::number(-4294967295), ", max=-4294967295"},
          {Value::number(0.5), ""},
          {Value::number(5.75), ", max=5.75"},
          {Value::number(-0.0), ""},
          {Value::number(std::numeric_limits<double>::infinity()), ""},
          {Value::number(std::numeric_limits<double>::quiet_NaN()), ""},
          {Value::text(&kTexts[0]), ", max=12"},
          {Value::text(&kTexts[1]), ", max= 7 "},
          {Value::text(&kTexts[2]), ""},
          {Value::text(&kTexts[3]), ""},
          {Value::text(&kTexts[4]), ""},
          {Value::text(&kTexts[5]), ""},
          {Value::text(&kTexts[6]), ", max=4.5e1"}};
}

/// A head, and the fields it points to.
struct Case {
  std::string title;
  std::vector<Field> fields;
  Head head;

  Head with_fields() const {
    Head made = head;
    made.fields = fields;
    return made;
  }
};

/// What the source times: hello world, a response with four headers; and the same where the speculation holds.
inline std::vector<Case> rows() {
  const std::vector<Field> four = {{"Content-Type", "application/json"},
                                   {"Content-Length", "27"},
                                   {"Cache-Control", "no-store"},
                                   {"X-Request-Id", "4fd2b01c"}};
  Head head;
  head.date = kDateNow;
  Head limited = head;
  limited.max_requests = Value::integer(100);
  return {{"hello_world", {{"Content-Type", "text/plain"}}, head},
          {"4_headers", four, head},
          {"4_headers_and_max_requests", four, limited}};
}

/// A random case, the same for the same seed on every machine; `added` is what its operand adds.
struct RandomCase {
  Case made;
  std::string added;
};
inline RandomCase random(std::mt19937_64& bits) {
  static constexpr std::array<Field, 6> kFields = {Field{"Content-Type", "text/html; charset=utf-8"},
                                                   Field{"X", ""},
                                                   Field{"Set-Cookie", "a=1"},
                                                   Field{"ETag", "\"33a64df5\""},
                                                   Field{"Strict-Transport-Security", "max-age=31536000"},
                                                   Field{"y", "z"}};
  static constexpr std::array<Text, 3> kStatuses = {"200 OK", "404 Not Found", "500 Internal Server Error"};
  static const std::vector<Operand> kOperands = operands();
  RandomCase random;
  Head& head = random.made.head;
  const auto count = bits() % 4 == 0 ? bits() % 60 : bits() % 5;
  for (std::uint64_t i = 0; i < count; ++i) random.made.fields.push_back(kFields[bits() % kFields.size()]);
  head.status = kStatuses[bits() % kStatuses.size()];
  if (bits() % 4 != 0) head.date = kDateNow;
  head.has_connection = bits() % 5 == 0;
  head.keep_alive = bits() % 4 != 0;
  head.keep_alive_timeout_ms = bits() % 5 == 0 ? 0 : static_cast<std::int32_t>(bits() % 200000);
  head.has_keep_alive = bits() % 5 == 0;
  const Operand& operand = kOperands[bits() % 2 == 0 ? 0 : bits() % kOperands.size()];
  head.max_requests = operand.value;
  random.added = operand.added;
  return random;
}

}  // namespace head_render::corpus
