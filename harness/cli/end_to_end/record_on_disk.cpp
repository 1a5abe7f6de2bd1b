// A record as a reader of its files sees it: no code of hotlap is asked.
#include "harness/cli/end_to_end/record_on_disk.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "analysis/report/schema_check.h"

namespace hotlap::end_to_end {

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Json json_or_null(const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json() : value;
}

report::SchemaCheck schema(const std::string& name) {
  return report::SchemaCheck::from_file(HOTLAP_SOURCE_DIR "/results/schema/" + name);
}

}  // namespace

RecordOnDisk read_record(const std::filesystem::path& folder) {
  RecordOnDisk record{.header = json_or_null(text_of(folder / "run.json"))};
  const std::string text = text_of(folder / "samples.jsonl");
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    record.lines.push_back(json_or_null(text.substr(begin, end - begin)));
  }
  record.unfinished_line = begin < text.size();
  return record;
}

std::size_t count_lines(const std::filesystem::path& folder) {
  const std::string text = text_of(folder / "samples.jsonl");
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<Json> events(const RecordOnDisk& record, const std::string& name) {
  std::vector<Json> found;
  std::copy_if(record.lines.begin(), record.lines.end(), std::back_inserter(found),
               [&](const Json& line) { return line.is_object() && line.value("event", "") == name; });
  return found;
}

std::map<std::pair<int, int>, std::vector<std::string>> lap_orders(const RecordOnDisk& record) {
  std::map<std::pair<int, int>, std::vector<std::string>> orders;
  for (const Json& line : record.lines) {
    if (!line.is_object() || line.value("kind", "") != "lap") continue;
    std::vector<std::string>& order = orders[{line.at("configuration").get<int>(), line.at("round").get<int>()}];
    const bool begins = line.at("block") == 0 && line.at("position") == 0;
    if (begins) order.clear();
    order.push_back(line.at("block").dump() + " " + line.at("arm").get<std::string>());
  }
  return orders;
}

std::vector<std::string> schema_problems(const RecordOnDisk& record) {
  std::vector<std::string> problems;
  for (const std::string& problem : schema("run.schema.json").problems(record.header)) {
    problems.push_back("run.json: " + problem);
  }
  const report::SchemaCheck line_schema = schema("sample.schema.json");
  for (std::size_t i = 0; i < record.lines.size(); ++i) {
    for (const std::string& problem : line_schema.problems(record.lines[i])) {
      problems.push_back("samples.jsonl:" + std::to_string(i + 1) + ": " + problem);
    }
  }
  return problems;
}

std::vector<std::string> comparison_problems(const Json& comparison) {
  return schema("comparison.schema.json").problems(comparison);
}

}  // namespace hotlap::end_to_end
