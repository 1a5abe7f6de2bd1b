// What a Google Benchmark program looks like from outside: its options, its rows, its JSON; with costs and faults of
// known truth. Its own options: --rows=a,b (names), --time=NS (of an iteration), --counter=NAME=VALUE (repeatable),
// --fault=KIND:ROW (that row ends the program so), --banner=LINE (printed whenever it starts), --plain-seconds
// (as 1.7).
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Options {
  std::vector<std::string> rows{"copy/8", "copy/80", "move/8"};
  double time_ns = 100;
  std::vector<std::pair<std::string, std::string>> counters;
  std::string fault;
  std::string fault_row;
  std::string filter = ".";
  std::string out;
  bool list = false;
  bool plain_seconds = false;
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

bool read_option(std::string_view option, Options& options) {
  const auto value_of = [&](std::string_view name) -> const char* {
    return option.substr(0, name.size()) == name ? option.data() + name.size() : nullptr;
  };
  if (const char* rows = value_of("--rows=")) return options.rows = split(rows, ','), true;
  if (const char* time = value_of("--time=")) return options.time_ns = std::strtod(time, nullptr), true;
  if (const char* counter = value_of("--counter=")) {
    const auto parts = split(counter, '=');
    return options.counters.emplace_back(parts.at(0), parts.at(1)), true;
  }
  if (const char* fault = value_of("--fault=")) {
    const auto parts = split(fault, ':');
    return options.fault = parts.at(0), options.fault_row = parts.at(1), true;
  }
  if (const char* banner = value_of("--banner=")) return std::cout << banner << '\n', true;
  if (option == "--plain-seconds") return options.plain_seconds = true;
  if (const char* filter = value_of("--benchmark_filter=")) return options.filter = filter, true;
  if (const char* out = value_of("--benchmark_out=")) return options.out = out, true;
  if (option == "--benchmark_list_tests=true") return options.list = true;
  return option == "--benchmark_out_format=json" || option == "--benchmark_repetitions=1" ||
         option.starts_with("--benchmark_min_time=");
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

/// Every process differs by up to 3 in 1000, as real ones do, and no two of them alike.
double scattered(double time) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return time * (1 + 1e-6 * static_cast<double>(now % 6001 - 3000));
}

std::string row_json(const std::string& name, const Options& options) {
  const bool faulty = options.fault_row == name;
  std::string counters;
  for (const auto& [key, value] : options.counters) {
    counters += fmt::format(",\n \"{}\": {}", key, value == "pid" ? std::to_string(getpid() % 5 + 1) : value);
  }
  const std::string error =
      faulty && options.fault == "error" ? ", \"error_occurred\": true, \"error_message\": \"no socket\"" : "";
  return fmt::format(R"({{"name": "{0}", "run_name": "{0}", "run_type": "iteration", "repetitions": 1, "threads": 1{1},
 "iterations": 1000, "real_time": {2}, "cpu_time": {2}, "time_unit": "ns"{3}}})",
                     escaped(name), error, scattered(options.time_ns), counters);
}

/// Ends the program when the row is to be its end.
void break_down(const std::string& name, const Options& options) {
  if (options.fault_row != name) return;
  std::cerr << "about to " << options.fault << '\n';
  if (options.fault == "crash") std::abort();
  if (options.fault == "exit") std::exit(3);
  if (options.fault == "empty") std::exit(0);
  if (options.fault == "garbage") {
    std::ofstream(options.out) << "Segmentation fault (core dumped)\n";
    std::exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (read_option(argv[i], options)) continue;
    std::cerr << "unrecognized command-line flag: " << argv[i] << '\n';
    return 1;
  }
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (!options.plain_seconds || !option.starts_with("--benchmark_min_time=") || !option.ends_with('s')) continue;
    std::cerr << "unrecognized command-line flag: " << option << '\n';
    return 1;
  }
  if (options.list) {
    for (const std::string& row : options.rows) std::cout << row << '\n';
    return 0;
  }
  std::string rows;
  const std::regex filter(options.filter, std::regex::extended);
  for (const std::string& row : options.rows) {
    if (!std::regex_search(row, filter)) continue;
    break_down(row, options);
    rows += (rows.empty() ? "" : ",\n") + row_json(row, options);
  }
  std::string json = "{\"context\": {},\n\"benchmarks\": [\n" + rows + "\n]}\n";
  if (options.fault == "truncate") json.resize(json.size() / 2);
  std::ofstream(options.out) << json;
  return 0;
}
