// Writes the lines of samples.jsonl.
#include "harness/record/line.h"

#include <array>
#include <utility>

#include "harness/record/encoding.h"

namespace hotlap::record {
namespace {

constexpr std::array<std::pair<EventKind, std::string_view>, 9> kEvents{{
    {EventKind::round_done, "round_done"},
    {EventKind::void_arm, "void_arm"},
    {EventKind::killed, "killed"},
    {EventKind::difference, "difference"},
    {EventKind::planned, "planned"},
    {EventKind::look, "look"},
    {EventKind::interrupted, "interrupted"},
    {EventKind::resumed, "resumed"},
    {EventKind::finished, "finished"},
}};

/// An object being written: keys in the order of the calls.
class Object {
 public:
  explicit Object(std::string& json) : json_(json) { json_ += '{'; }
  ~Object() { json_ += '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// The key alone; the caller writes the value.
  std::string& key(std::string_view key) {
    if (!first_) json_ += ',';
    first_ = false;
    append_string(json_, key);
    json_ += ':';
    return json_;
  }
  void text(std::string_view name, std::string_view value) { append_string(key(name), value); }
  void integer(std::string_view name, std::int64_t value) { append_number(key(name), value); }

 private:
  std::string& json_;
  bool first_ = true;
};

void append_values(Object& line, const core::Sample& sample) {
  bool all_present = true;
  {
    Object values(line.key("values"));
    for (const auto& [id, value] : sample.values) {
      all_present = all_present && value.present();
      if (value.present()) {
        append_number(values.key(id), *value);
      } else {
        values.key(id) += "null";
      }
    }
  }
  if (all_present) return;
  Object reasons(line.key("reasons"));
  for (const auto& [id, value] : sample.values) {
    if (!value.present()) reasons.text(id, value.reason());
  }
}

void append_marks(Object& line, const std::vector<std::string>& marks) {
  if (marks.empty()) return;
  std::string& json = line.key("marks");
  char before = '[';
  for (const std::string& mark : marks) {
    json += std::exchange(before, ',');
    append_string(json, mark);
  }
  json += ']';
}

void append_turn(Object& line, int configuration, int round) {
  line.integer("configuration", configuration);
  line.integer("round", round);
}

}  // namespace

std::string_view name(EventKind kind) {
  for (const auto& [value, text] : kEvents) {
    if (value == kind) return text;
  }
  return "?";
}

std::optional<EventKind> event_kind_from_name(std::string_view text) {
  for (const auto& [value, name] : kEvents) {
    if (name == text) return value;
  }
  return std::nullopt;
}

bool has_arm(EventKind kind) {
  return kind == EventKind::void_arm || kind == EventKind::killed || kind == EventKind::difference;
}

bool has_turn(EventKind kind) {
  switch (kind) {
    case EventKind::round_done:
    case EventKind::void_arm:
    case EventKind::killed:
    case EventKind::difference:
    case EventKind::planned:
    case EventKind::look:
      return true;
    case EventKind::interrupted:
    case EventKind::resumed:
    case EventKind::finished:
      break;
  }
  return false;
}

std::string to_line(const core::Sample& sample) {
  std::string json;
  {
    Object line(json);
    line.text("kind", core::name(sample.kind));
    append_turn(line, sample.configuration, sample.round);
    line.text("arm", core::arm_name(sample.arm));
    line.integer("block", sample.block);
    line.integer("position", sample.position);
    line.integer("at_ns", sample.at.count());
    line.integer("elapsed_ns", sample.elapsed.count());
    append_number(line.key("answered"), sample.answered);
    append_values(line, sample);
    append_marks(line, sample.marks);
  }
  json += '\n';
  return json;
}

std::string to_line(const Event& event) {
  std::string json;
  {
    Object line(json);
    line.text("kind", "event");
    line.text("event", name(event.kind));
    if (has_turn(event.kind)) append_turn(line, event.configuration, event.round);
    if (has_arm(event.kind)) line.text("arm", core::arm_name(event.arm));
    line.integer("at_ns", event.at.count());
    if (event.kind == EventKind::planned) append_number(line.key("number"), event.number);
    if (!event.what.empty()) line.text("what", event.what);
    if (!event.seen.empty()) line.text("seen", event.seen);
    if (!event.durations.empty()) {
      Object durations(line.key("durations"));
      for (const auto& [id, duration] : event.durations) append_number(durations.key(id), duration);
    }
  }
  json += '\n';
  return json;
}

}  // namespace hotlap::record
