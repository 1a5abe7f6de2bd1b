// The Lua side of wrk: the script it is given and the line it answers with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hotlap::load {

/// A Lua string literal of any bytes; nothing in it can end the string.
std::string lua_string(std::string_view bytes);

/// A script that makes wrk send exactly these bytes, made once and sent again and again, and report from `done`.
/// (wrk's own `wrk.headers` is a Lua table: its order is undefined and a name can occur once. So the bytes are given
/// whole.)
std::string wrk_script(std::string_view request_bytes);

/// What `done` reports.
struct WrkSummary {
  std::uint64_t requests = 0;     ///< responses, whatever their status
  std::uint64_t duration_us = 0;  ///< start of the threads to the end of the last
  std::uint64_t bytes = 0;        ///< read
  std::uint64_t connect = 0;      ///< connections that could not be started, and never will be
  std::uint64_t read = 0;         ///< connections that broke on reading
  std::uint64_t write = 0;        ///< connections that broke on writing
  std::uint64_t status = 0;       ///< responses with a status above 399
  std::uint64_t timeout = 0;      ///< responses later than wrk's --timeout
  std::uint64_t cpu_us = 0;       ///< CPU time of wrk, from its start on
};

/// The report in wrk's output; absent when there is none.
std::optional<WrkSummary> wrk_summary(std::string_view output);

}  // namespace hotlap::load
