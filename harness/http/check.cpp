// Is a response what the scenario expects?
#include <fmt/format.h>

#include <algorithm>

#include "harness/core/field_name.h"
#include "harness/http/http.h"
#include "harness/http/visible.h"

namespace hotlap::http {
namespace {

constexpr std::size_t kExcerpt = 60;

std::string quoted(std::string_view bytes) {
  return fmt::format("\"{}\"{}", visible(bytes.substr(0, kExcerpt)), bytes.size() > kExcerpt ? "..." : "");
}

// The value of the first field of that name, or of the one with the value wanted when there is one.
const core::HeaderField* find(const Response& response, std::string_view name, std::string_view wanted) {
  const core::HeaderField* found = nullptr;
  for (const core::HeaderField& field : response.headers) {
    if (!core::same_name(field.name, name)) continue;
    if (found == nullptr || field.value == wanted) found = &field;
    if (field.value == wanted) break;
  }
  return found;
}

void check_headers(const Response& response, const core::Expectation& expected, std::vector<std::string>& problems) {
  for (const core::HeaderField& wanted : expected.headers) {
    const core::HeaderField* found = find(response, wanted.name, wanted.value);
    if (found == nullptr) {
      problems.push_back(fmt::format("header {} is missing", wanted.name));
    } else if (found->value != wanted.value) {
      problems.push_back(
          fmt::format("header {} is {} instead of {}", wanted.name, quoted(found->value), quoted(wanted.value)));
    }
  }
  for (const std::string& name : expected.absent_headers) {
    if (const core::HeaderField* found = find(response, name, "")) {
      problems.push_back(fmt::format("header {} is {} and must not be there", name, quoted(found->value)));
    }
  }
}

void check_header_lines(const Response& response, const core::Expectation& expected,
                        std::vector<std::string>& problems) {
  if (!expected.header_lines || response.headers.size() == static_cast<std::size_t>(*expected.header_lines)) return;
  problems.push_back(
      fmt::format("response has {} header lines instead of {}", response.headers.size(), *expected.header_lines));
}

std::optional<std::string> exact_body(const core::Expectation& expected) {
  if (!expected.body_repeat) return expected.body;
  const auto& [text, times] = *expected.body_repeat;
  std::string body;
  body.reserve(text.size() * times);
  for (std::uint64_t i = 0; i < times; ++i) body += text;
  return body;
}

void check_body(const Response& response, const core::Expectation& expected, std::vector<std::string>& problems) {
  const std::string& body = response.body;
  const std::optional<std::string> wanted = exact_body(expected);
  const std::uint64_t length = wanted ? wanted->size() : expected.body_bytes.value_or(std::uint64_t{body.size()});
  if (body.size() != length) {
    problems.push_back(fmt::format("body has {} bytes instead of {}", body.size(), length));
  } else if (wanted && body != *wanted) {
    const auto at =
        static_cast<std::size_t>(std::mismatch(body.begin(), body.end(), wanted->begin()).first - body.begin());
    problems.push_back(fmt::format("body differs from byte {} on: {} instead of {}", at, quoted(body.substr(at)),
                                   quoted(wanted->substr(at))));
  }
}

}  // namespace

std::vector<std::string> check(const Response& response, const core::Expectation& expected) {
  std::vector<std::string> problems;
  if (response.status != expected.status) {
    problems.push_back(fmt::format("status {} instead of {}", response.status, expected.status));
  }
  check_headers(response, expected, problems);
  check_header_lines(response, expected, problems);
  check_body(response, expected, problems);
  return problems;
}

}  // namespace hotlap::http
