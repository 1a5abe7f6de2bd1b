// Reads a row from its end: a name may hold anything, the figures stand last.
#include "analysis/audit/row_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hotlap::audit {
namespace {

constexpr std::string_view kPlusMinus = "\xC2\xB1";  // UTF-8
constexpr std::string_view kLatinPlusMinus = "\xB1";
constexpr std::string_view kMinus = "\xE2\x88\x92";  // U+2212, as pages set it

bool is_space(char c) { return c == ' ' || c == '\t'; }

/// The words of a line, last first.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { trim(); }
  std::string_view last() const {
    std::size_t start = rest_.size();
    while (start > 0 && !is_space(rest_[start - 1])) --start;
    return rest_.substr(start);
  }
  std::string_view pop() {
    const std::string_view word = last();
    rest_.remove_suffix(word.size());
    trim();
    return word;
  }
  /// What is left, without spaces around it.
  std::string_view rest() const {
    std::string_view text = rest_;
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    return text;
  }

 private:
  void trim() {
    while (!rest_.empty() && is_space(rest_.back())) rest_.remove_suffix(1);
  }
  std::string_view rest_;
};

/// What R and JavaScript print where there is no number.
bool is_no_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return text == "NA" || text == "NaN" || text == "Inf" || text == "Infinity";
}

std::string_view without_plus_minus(std::string_view text) {
  for (const std::string_view sign : {kPlusMinus, kLatinPlusMinus, std::string_view("+-"), std::string_view("+/-")}) {
    if (text.starts_with(sign)) return text.substr(sign.size());
  }
  return text;
}

std::string wrong(std::string_view what, std::string_view word) {
  return fmt::format("'{}' is no {}", word.substr(0, 80), what);
}

/// Takes "2.53 %", "2.53%" or "NA"; what is wrong otherwise.
std::string pop_improvement(Words& words, PostedRow& row) {
  std::string_view word = words.pop();
  if (word == "%") {
    word = words.pop();
  } else if (word.ends_with('%')) {
    word.remove_suffix(1);
  } else if (!is_no_number(word)) {
    return wrong("improvement in percent", word);
  }
  if (is_no_number(word)) return "";
  row.improvement_percent = figure_of(word);
  return row.improvement_percent ? "" : wrong("improvement in percent", word);
}

/// Takes up to three stars or NA when they are there.
void pop_stars(Words& words, PostedRow& row) {
  const std::string_view word = words.last();
  const bool stars = !word.empty() && word.size() <= kLevels.size() && word.find_first_not_of('*') == word.npos;
  if (stars) row.stars = static_cast<int>(word.size());
  if (stars || word == "NA") words.pop();
}

std::string pop_accuracies(Words& words, PostedRow& row) {
  std::array<Figure, 3> figures;
  int missing = 0;
  for (std::size_t i = figures.size(); i-- > 0;) {
    const std::string_view word = words.pop();
    std::string_view text = without_plus_minus(word);
    if (text.ends_with('%')) text.remove_suffix(1);
    if (is_no_number(text)) {
      ++missing;
      continue;
    }
    const std::optional<Figure> figure = text.size() < word.size() ? figure_of(text) : std::nullopt;
    if (!figure || figure->value < 0 || std::signbit(figure->value)) return wrong("accuracy (\u00b11.23%)", word);
    figures[i] = *figure;
  }
  if (missing == 0) row.accuracy_percent = figures;
  return missing == 0 || missing == 3 ? "" : "of the three accuracies only some are there";
}

std::string pop_p(Words& words, PostedRow& row) {
  const std::string_view word = words.pop();
  if (is_no_number(word)) return "";
  row.p = figure_of(word);
  return row.p && row.p->value >= 0 ? "" : wrong("p-value", word);
}

}  // namespace

std::optional<Figure> figure_of(std::string_view text) {
  bool negative = false;
  if (text.starts_with(kMinus)) {
    negative = true;
    text.remove_prefix(kMinus.size());
  } else if (text.starts_with('-') || text.starts_with('+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.ends_with('.')) return std::nullopt;  // cut off; nobody prints it
  const std::size_t power = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.find('.');
  int digits = point == text.npos ? 0 : -static_cast<int>(power - point - 1);
  if (power < text.size()) {
    std::string_view shown = text.substr(power + 1);
    if (shown.starts_with('+')) shown.remove_prefix(1);
    int exponent = 0;
    std::from_chars(shown.data(), shown.data() + shown.size(), exponent);
    digits += exponent;
  }
  return Figure{negative ? -number : number, 0.5 * std::pow(10.0, digits)};
}

std::optional<Layout> titles_of(std::string_view line) {
  Words words(line);
  const std::string_view last = words.pop();
  if (last == "p.value") {
    const std::string_view confidence = words.pop();
    if (confidence != "confidence" && confidence != "significant") return std::nullopt;
    return words.pop() == "improvement" ? std::optional(Layout::p_value) : std::nullopt;
  }
  if (last != "(***)" || words.pop() != "(**)" || words.pop() != "(*)" || words.pop() != "accuracy")
    return std::nullopt;
  if (words.pop() != "improvement" || words.pop() != "confidence") return std::nullopt;
  return line.find("confidence  ") == line.npos ? Layout::classic : Layout::analyze;
}

std::variant<PostedRow, std::string> read_row(std::string_view line, bool with_p) {
  Words words(line);
  PostedRow row;
  std::string problem;
  if (with_p) {
    problem = pop_p(words, row);
    if (problem.empty()) pop_stars(words, row);
    if (problem.empty()) problem = pop_improvement(words, row);
  } else {
    // Newer tables mark rows whose interval is wider than the regression they should find.
    if (words.last() == "(inconclusive)") words.pop();
    problem = pop_accuracies(words, row);
    if (problem.empty()) problem = pop_improvement(words, row);
    if (problem.empty()) pop_stars(words, row);
  }
  if (!problem.empty()) return problem;
  row.name = words.rest();
  return row;
}

bool looks_like_row(std::string_view line, bool with_p) {
  if (with_p) return line.find('%') != line.npos;
  return line.find(kPlusMinus) != line.npos || line.find(kLatinPlusMinus) != line.npos;
}

}  // namespace hotlap::audit
