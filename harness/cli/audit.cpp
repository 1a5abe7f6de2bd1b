// hotlap audit: do the figures of a posted table fit together, and what could its experiment have seen?
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/cli/audit_report.h"
#include "harness/cli/command.h"

namespace hotlap::cli {
namespace {

struct AuditOptions {
  std::string file;
  std::size_t runs = 0;  ///< of each build; 0: not known
  std::string format = "text";
};

core::ExitCode audit_file(const AuditOptions& options, Streams& streams) {
  std::error_code ignored;  // what cannot be looked at cannot be opened either
  if (std::filesystem::is_directory(options.file, ignored)) {
    throw core::UserError({"a folder, not a file with a table", options.file, "name the file"});
  }
  std::ifstream file(options.file, std::ios::binary);
  if (!file) throw core::UserError({std::strerror(errno), options.file, "name a file that holds the posted table"});
  std::vector<audit::TableAudit> audits;
  const auto runs = options.runs > 0 ? std::optional(options.runs) : std::nullopt;
  for (auto& table : audit::read_tables(file, options.file)) audits.push_back(audit::audit(std::move(table), runs));
  streams.out << (options.format == "json" ? audit_json(options.file, audits) : audit_text(options.file, audits))
              << std::flush;
  if (!streams.out) throw core::UserError({"the result could not be written to standard output", "", ""});
  const bool consistent = std::all_of(audits.begin(), audits.end(), [](const auto& one) { return one.consistent(); });
  return consistent ? core::ExitCode::ok : core::ExitCode::contradiction;
}

}  // namespace

Command audit_command() {
  return {"audit", "whether the figures of a posted table of Node's compare fit together", [](CLI::App& app) -> Action {
            auto options = std::make_shared<AuditOptions>();
            app.add_option("file", options->file, "text with one or more tables, as in a pull request or a CI log")
                ->required()
                ->type_name("FILE");
            app.add_option("--runs", options->runs, "runs of each build, where the post tells (default: not known)")
                ->check(CLI::Range(std::size_t{2}, std::size_t{1'000'000}))
                ->type_name("N");
            app.add_option("--format", options->format, "text|json")
                ->check(CLI::IsMember({"text", "json"}))
                ->type_name("FORMAT")
                ->capture_default_str();
            app.footer("Exit codes: 0 the figures fit together, 1 they do not, 2 no table.");
            return [options](Streams& streams) { return audit_file(*options, streams); };
          }};
}

}  // namespace hotlap::cli
