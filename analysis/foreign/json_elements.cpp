// nlohmann's parser with a callback that takes every element away as soon as it is whole.
#include "analysis/foreign/json_elements.h"

#include <fmt/format.h>

#include <streambuf>

namespace hotlap::foreign {
namespace {

/// Passes bytes on and counts the lines.
class Counted : public std::streambuf {
 public:
  explicit Counted(std::streambuf& source) : source_(source) {}
  std::size_t line() const { return line_; }

 protected:
  int_type underflow() override { return source_.sgetc(); }
  int_type uflow() override {
    const int_type byte = source_.sbumpc();
    line_ += byte == '\n';
    return byte;
  }

 private:
  std::streambuf& source_;
  std::size_t line_ = 1;
};

}  // namespace

Json read_elements(std::istream& text, const Collector& collector, const std::string& key, const std::string& rest,
                   const std::function<void(const Json&, std::size_t line)>& element) {
  Counted counted(*text.rdbuf());
  std::istream stream(&counted);
  std::string member;
  bool found = false;
  const auto take = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) {
      member = parsed.get<std::string>();
      found = found || member == key;
      return member == key || member == rest;
    }
    if (depth != 2 || member != key || event != Json::parse_event_t::object_end) return true;
    element(parsed, counted.line());
    return false;
  };
  Json document;
  try {
    document = Json::parse(stream, take);
  } catch (const Json::exception& error) {
    // The library's words after its "[json.exception...] ".
    const std::string_view what = error.what();
    collector.refuse(counted.line(), fmt::format("no JSON: {}", what.substr(what.find("] ") + 2)),
                     "the file may be cut, or hold NaN or a number beyond all bounds");
  }
  if (!document.is_object() || !found) {
    collector.refuse(counted.line(), fmt::format("there is no \"{}\"", key), "see `hotlap list imports`");
  }
  return document.contains(rest) ? document.at(rest) : Json();
}

double number_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line) {
  const auto found = object.find(key);
  if (found == object.end()) collector.refuse(line, fmt::format("there is no \"{}\"", key));
  if (!found->is_number()) collector.refuse(line, fmt::format("\"{}\" is no number", key));
  return found->get<double>();
}

std::string text_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line) {
  const auto found = object.find(key);
  if (found == object.end()) collector.refuse(line, fmt::format("there is no \"{}\"", key));
  if (!found->is_string()) collector.refuse(line, fmt::format("\"{}\" is no text", key));
  return found->get<std::string>();
}

}  // namespace hotlap::foreign
