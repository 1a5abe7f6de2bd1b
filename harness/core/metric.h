// What a metric is: its unit, its direction, how laps make a round, and whether it decides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotlap::core {

enum class Better { lower, higher };

/// How the lap values of a metric make one figure a round.
enum class Pooling {
  per_time,     ///< a rate: laps weigh by their time (sum of answers / sum of time)
  per_request,  ///< a cost per request: laps weigh by their answers (sum of cost / sum of answers)
  per_round,    ///< measured once a round (peak memory, percentiles): no lap values
};

/// What a metric may do to the verdict.
enum class Role { decides, informs };

/// A metric as data. It travels in the record (run.json), so that a stored run is judged without the program that made
/// it.
struct Metric {
  std::string id;    ///< "cpu"
  std::string unit;  ///< "ns/request"
  Better better = Better::lower;
  Pooling pooling = Pooling::per_request;
  Role role = Role::informs;
  bool exact = false;  ///< deterministic: equal or not, no p-value
  std::string help;    ///< one sentence: how it is taken

  bool operator==(const Metric&) const = default;
};

/// "lower" / "higher", "time" / "request" / "round", "decides" / "informs".
std::string_view name(Better better);
std::string_view name(Pooling pooling);
std::string_view name(Role role);
std::optional<Better> better_from_name(std::string_view text);
std::optional<Pooling> pooling_from_name(std::string_view text);
std::optional<Role> role_from_name(std::string_view text);

}  // namespace hotlap::core
