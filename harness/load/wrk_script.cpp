// wrk's script and its report.
#include "harness/load/wrk_script.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace hotlap::load {
namespace {

constexpr std::string_view kMarker = "hotlap-wrk ";

}  // namespace

std::string lua_string(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view(" /:;.,-_=*?&%+()<>@").find(c) != std::string_view::npos;
    if (plain) {
      text += c;
    } else {
      fmt::format_to(std::back_inserter(text), "\\{:03}", static_cast<unsigned char>(c));
    }
  }
  return text + "\"";
}

std::string wrk_script(std::string_view request_bytes) {
  return "local request = " + lua_string(request_bytes) + R"lua(
wrk.format = function() return request end
done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format('\n)lua" +
         std::string(kMarker) + R"lua({"requests":%d,"duration_us":%d,"bytes":%d,"connect":%d,"read":%d,"write":%d,' ..
    '"status":%d,"timeout":%d,"cpu_us":%d}\n', summary.requests, summary.duration, summary.bytes,
    e.connect, e.read, e.write, e.status, e.timeout, os.clock() * 1e6))
end
)lua";
}

std::optional<WrkSummary> wrk_summary(std::string_view output) {
  const std::size_t at = output.rfind(kMarker);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = output.substr(at + kMarker.size());
  const auto json = nlohmann::json::parse(rest.substr(0, rest.find('\n')), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  WrkSummary summary;
  const auto take = [&](const char* name, std::uint64_t& field) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number_unsigned()) return false;
    field = found->get<std::uint64_t>();
    return true;
  };
  const bool whole = take("requests", summary.requests) && take("duration_us", summary.duration_us) &&
                     take("bytes", summary.bytes) && take("connect", summary.connect) && take("read", summary.read) &&
                     take("write", summary.write) && take("status", summary.status) &&
                     take("timeout", summary.timeout) && take("cpu_us", summary.cpu_us);
  return whole ? std::optional(summary) : std::nullopt;
}

}  // namespace hotlap::load
