// A record as a reader of its files sees it: no code of hotlap is asked.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace hotlap::end_to_end {

using Json = nlohmann::json;

struct RecordOnDisk {
  Json header;                   ///< run.json
  std::vector<Json> lines;       ///< of samples.jsonl; null for one that is no JSON
  bool unfinished_line = false;  ///< the file does not end with a line end; that line is not among `lines`
};

/// Reads what is there; a file that is missing is empty.
RecordOnDisk read_record(const std::filesystem::path& folder);

/// How many whole lines samples.jsonl has at this moment; 0 when it is not there yet.
std::size_t count_lines(const std::filesystem::path& folder);

/// The lines that are events of this kind.
std::vector<Json> events(const RecordOnDisk& record, const std::string& name);

/// (configuration, round) -> its laps in order, as "block arm"; of a round that was begun more than once, the last
/// attempt.
std::map<std::pair<int, int>, std::vector<std::string>> lap_orders(const RecordOnDisk& record);

/// What is wrong with the record according to results/schema, each with its file and line.
std::vector<std::string> schema_problems(const RecordOnDisk& record);
/// The same for what --format json printed.
std::vector<std::string> comparison_problems(const Json& comparison);

}  // namespace hotlap::end_to_end
