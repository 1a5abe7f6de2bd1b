// Reads a record back; the only place that knows how lines are parsed.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/core/error.h"
#include "harness/record/file.h"
#include "harness/record/line.h"
#include "harness/record/record.h"

namespace hotlap::record {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;  // keeps the order of the metrics

/// What is wrong with a line; `read` adds the place.
struct Malformed {
  std::string what;
};

[[noreturn]] void throw_unreadable(const fs::path& path, int error, const std::string& hint = "") {
  throw core::UserError({std::string("cannot read the record: ") + std::strerror(error), path.string(), hint});
}

const Json& field(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw Malformed{"'" + std::string(key) + "' is missing"};
  return *found;
}

const std::string& text(const Json& json, const std::string& key) {
  if (const auto* text = json.get_ptr<const std::string*>()) return *text;
  throw Malformed{"'" + key + "' must be a string"};
}

double number(const Json& json, const std::string& key) {
  if (!json.is_number()) throw Malformed{"'" + key + "' must be a number"};
  return json.get<double>();
}

/// A whole number that the type can hold, not negative.
template <class Number>
Number whole(const Json& object, const char* key) {
  const Json& json = field(object, key);
  if (!json.is_number_unsigned()) throw Malformed{"'" + std::string(key) + "' must be a whole number, not negative"};
  const auto value = json.get<std::uint64_t>();
  if (value > std::uint64_t{std::numeric_limits<Number>::max()}) {
    throw Malformed{"'" + std::string(key) + "' is too large: " + std::to_string(value)};
  }
  return static_cast<Number>(value);
}

int configuration(const Json& object, std::size_t configurations) {
  const int index = whole<int>(object, "configuration");
  if (static_cast<std::size_t>(index) < configurations) return index;
  throw Malformed{"configuration " + std::to_string(index) + " of " + std::to_string(configurations) + " (from 0)"};
}

core::Nanoseconds nanoseconds(const Json& object, const char* key) {
  return core::Nanoseconds(whole<std::int64_t>(object, key));
}

core::Arm arm(const Json& object) {
  const std::string& word = text(field(object, "arm"), "arm");
  const auto arm = core::arm_from_name(word);
  if (!arm) throw Malformed{"unknown arm '" + word + "'"};
  return *arm;
}

const Json& object(const Json& parent, const char* key) {
  const Json& json = field(parent, key);
  if (!json.is_object()) throw Malformed{"'" + std::string(key) + "' must be an object"};
  return json;
}

core::Value value(const std::string& id, const Json& json, const Json& line) {
  if (!json.is_null()) return number(json, id);
  const auto reasons = line.find("reasons");
  const auto reason = reasons == line.end() ? line.end() : reasons->find(id);
  if (reasons == line.end() || reason == reasons->end()) throw Malformed{"'" + id + "' is null without a reason"};
  return core::Value::absent(text(*reason, id));
}

core::Sample sample(const Json& line, core::SampleKind kind, std::size_t configurations) {
  core::Sample sample;
  sample.kind = kind;
  sample.configuration = configuration(line, configurations);
  sample.round = whole<int>(line, "round");
  sample.arm = arm(line);
  sample.block = whole<int>(line, "block");
  sample.position = whole<int>(line, "position");
  sample.at = nanoseconds(line, "at_ns");
  sample.elapsed = nanoseconds(line, "elapsed_ns");
  sample.answered = whole<std::uint64_t>(line, "answered");
  for (const auto& [id, json] : object(line, "values").items()) sample.values.emplace_back(id, value(id, json, line));
  if (const auto marks = line.find("marks"); marks != line.end()) {
    if (!marks->is_array()) throw Malformed{"'marks' must be an array"};
    for (const Json& mark : *marks) sample.marks.push_back(text(mark, "marks"));
  }
  return sample;
}

Event event(const Json& line, std::size_t configurations) {
  const std::string& word = text(field(line, "event"), "event");
  const auto kind = event_kind_from_name(word);
  if (!kind) throw Malformed{"unknown event '" + word + "'"};
  Event event;
  event.kind = *kind;
  if (has_turn(*kind)) {
    event.configuration = configuration(line, configurations);
    event.round = whole<int>(line, "round");
  }
  if (*kind == EventKind::void_arm || (has_arm(*kind) && line.contains("arm"))) event.arm = arm(line);
  event.at = nanoseconds(line, "at_ns");
  if (*kind == EventKind::planned) event.number = number(field(line, "number"), "number");
  if (line.contains("what")) event.what = text(line["what"], "what");
  if (line.contains("seen")) event.seen = text(line["seen"], "seen");
  if (line.contains("durations")) {
    for (const auto& [id, json] : object(line, "durations").items()) event.durations.emplace_back(id, number(json, id));
  }
  return event;
}

Json parse_line(const std::string& line) {
  try {
    Json json = Json::parse(line);
    if (!json.is_object()) throw Malformed{"not an object"};
    return json;
  } catch (const Json::parse_error& error) {
    throw Malformed{"malformed JSON at byte " + std::to_string(error.byte)};
  } catch (const Json::out_of_range&) {
    throw Malformed{"malformed JSON: a number is too large"};
  }
}

void add_line(const std::string& line, Record& record) {
  const Json json = parse_line(line);
  const std::size_t configurations = record.header.configurations.size();
  const std::string& kind = text(field(json, "kind"), "kind");
  if (kind == "event") {
    record.events.push_back(event(json, configurations));
    if (record.events.back().kind == EventKind::resumed) drop_unfinished_rounds(record);
    return;
  }
  for (const auto known : {core::SampleKind::lap, core::SampleKind::warmup, core::SampleKind::round}) {
    if (kind != core::name(known)) continue;
    record.samples.push_back(sample(json, known, configurations));
    return;
  }
  throw Malformed{"unknown kind '" + kind + "'"};
}

std::string read_text(const fs::path& path, const std::string& hint) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  char block[4096];
  while (stream.read(block, sizeof block) || stream.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(stream.gcount()));
  }
  if (!stream.eof()) throw_unreadable(path, errno, hint);
  return text;
}

}  // namespace

void drop_unfinished_rounds(Record& record) {
  std::set<std::pair<int, int>> done;
  for (const Event& event : record.events) {
    if (event.kind == EventKind::round_done) done.emplace(event.configuration, event.round);
  }
  std::erase_if(record.samples, [&](const auto& s) { return !done.contains({s.configuration, s.round}); });
}

Record read(const fs::path& folder) {
  const fs::path header_path = folder / kHeaderName;
  const fs::path samples_path = folder / kSamplesName;
  Record record;
  record.folder = folder;
  record.header = header_from_json(read_text(header_path, "a record is a folder with run.json"), header_path.string());

  errno = 0;
  std::ifstream stream(samples_path, std::ios::binary);
  std::string line;
  for (std::size_t number = 1; std::getline(stream, line); ++number) {
    record.truncated = stream.eof();  // the file ended before the line did
    if (record.truncated) break;
    try {
      add_line(line, record);
    } catch (const Malformed& malformed) {
      throw core::UserError({malformed.what, samples_path.string() + ":" + std::to_string(number),
                             "restore it from a copy, or measure again with a new --out"});
    }
  }
  if (!stream.eof()) throw_unreadable(samples_path, errno);
  return record;
}

}  // namespace hotlap::record
