// nlohmann's parser with a callback that takes every element away as soon as it is whole.
#include "analysis/foreign/json_elements.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/foreign/json_documents.h"

namespace hotlap::foreign {
namespace {

constexpr std::size_t kQuoted = 300;  ///< bytes of the library's words: it repeats what it read, however long

/// The library's words without "[json.exception...] " and the place, which is that of the document, not of the file.
std::string words_of_parser(std::string_view what) {
  what.remove_prefix(what.find("] ") == what.npos ? 0 : what.find("] ") + 2);
  if (what.starts_with("parse error at") && what.find(": ") != what.npos) what.remove_prefix(what.find(": ") + 2);
  return std::string(what.substr(0, kQuoted));
}

Json parse(Documents& documents, const Collector& collector, const Json::parser_callback_t& take) {
  const auto shallow = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kDeepest) collector.refuse(documents.line(), "nested too deeply", "results of no tool look like this");
    return take(depth, event, parsed);
  };
  try {
    std::istream stream(&documents);
    return Json::parse(stream, shallow);
  } catch (const Json::exception& error) {
    collector.refuse(documents.line(), "no JSON: " + words_of_parser(error.what()),
                     "the file may be cut, or hold NaN or a number beyond all bounds");
  }
}

/// One document; returns its member `rest`.
Json take_elements(Documents& documents, const Collector& collector, const std::string& key, const std::string& rest,
                   const std::function<void(const Json&, std::size_t line)>& element) {
  const int depth_of_element = key.empty() ? 1 : 2;
  std::string member;
  const auto take = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (!key.empty() && event == Json::parse_event_t::key && depth == 1) {
      member = parsed.get<std::string>();
      return member == key || member == rest;
    }
    // Of the rest only plain members: what is nested may be large, and nobody asks for it.
    if (!rest.empty() && depth > 0 && member == rest &&
        (event == Json::parse_event_t::array_start || (event == Json::parse_event_t::object_start && depth > 1))) {
      return false;
    }
    if (depth != depth_of_element || member != key || event != Json::parse_event_t::object_end) return true;
    element(parsed, documents.line());
    return false;
  };
  Json document = parse(documents, collector, take);
  const Json& array = key.empty() ? document : member_of(document, key, collector, documents.line());
  // Whole elements were taken away: what is left is no object.
  if (!array.is_array() || !array.empty()) {
    const std::string what = key.empty() ? "the file" : fmt::format("\"{}\"", key);
    collector.refuse(documents.line(), what + (array.is_null() ? " is not there" : " is no array of objects"),
                     "see `hotlap list imports`");
  }
  return rest.empty() || !document.contains(rest) ? Json() : document.at(rest);
}

}  // namespace

void read_elements(std::istream& text, const Collector& collector, const std::string& key,
                   const std::function<void(const Json&, std::size_t line)>& element,
                   const std::function<void()>& begin) {
  read_elements_with(text, collector, key, "", element, [](const Json&) {}, begin);
}

void read_elements_with(std::istream& text, const Collector& collector, const std::string& key, const std::string& rest,
                        const std::function<void(const Json&, std::size_t line)>& element,
                        const std::function<void(const Json&)>& told, const std::function<void()>& begin) {
  Documents documents(*text.rdbuf());
  // An empty file is parsed too, which says what is wrong with it.
  for (bool more = documents.next(), first = true; more || first; more = documents.next(), first = false) {
    if (begin) begin();
    told(take_elements(documents, collector, key, rest, element));
  }
}

Json read_elements_and(std::istream& text, const Collector& collector, const std::string& key, const std::string& rest,
                       const std::function<void(const Json&, std::size_t line)>& element) {
  Documents documents(*text.rdbuf());
  documents.next();
  Json found = take_elements(documents, collector, key, rest, element);
  if (documents.next()) collector.refuse(documents.line(), "more than one document in a file", "name one file a build");
  return found;
}

void read_documents(std::istream& text, const Collector& collector, const std::vector<std::string>& keys,
                    const std::function<void(const Json&, std::size_t line)>& document) {
  Documents documents(*text.rdbuf());
  const auto wanted = [&](int depth, Json::parse_event_t event, Json& parsed) {
    return depth != 1 || event != Json::parse_event_t::key ||
           std::find(keys.begin(), keys.end(), parsed.get<std::string>()) != keys.end();
  };
  for (bool more = documents.next(), first = true; more || first; more = documents.next(), first = false) {
    const Json parsed = parse(documents, collector, wanted);
    if (!parsed.is_object()) collector.refuse(documents.line(), "the file is no object", "see `hotlap list imports`");
    document(parsed, documents.line());
  }
}

}  // namespace hotlap::foreign
