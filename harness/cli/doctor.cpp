// hotlap doctor: what makes this machine noisy, and what change could be seen here?
#include <filesystem>

#include "harness/cli/command.h"
#include "harness/cli/doctor_report.h"
#include "harness/cli/options.h"
#include "harness/machine/machine.h"

namespace hotlap::cli {
namespace {

struct DoctorOptions {
  double budget_seconds = 15;
  bool no_measure = false;
  std::string out;
  std::string format = "text";
};

/// Long enough for a share of 1 % to be more than a tick of one CPU.
constexpr auto kWatched = std::chrono::seconds(2);

/// Before anybody waits: a record must not be mixed with what is there.
void check_out(const std::string& folder) {
  std::error_code ignored;  // what is not there, or cannot be seen, is the writer's to judge
  if (folder.empty() || !std::filesystem::exists(folder, ignored)) return;
  if (std::filesystem::is_directory(folder, ignored) && std::filesystem::is_empty(folder, ignored)) return;
  throw core::UserError({"not an empty folder", folder, "choose another --out"});
}

core::ExitCode examine_machine(const DoctorOptions& options, Streams& streams) {
  check_out(options.out);
  const bool json = options.format == "json";
  const auto findings = machine::examine(machine::this_machine(kWatched));
  if (!json) streams.out << findings_text(findings) << std::flush;  // before the wait
  std::optional<SelfComparison> self;
  if (!options.no_measure) self = compare_with_itself(options.budget_seconds, options.out, streams);
  if (json) streams.out << doctor_json(findings, self);
  if (!json && self) streams.out << '\n' << self_comparison_text(*self);
  if (!streams.out.flush()) throw core::UserError({"the result could not be written to standard output", "", ""});
  return self && self->interrupted ? core::ExitCode::interrupted : core::ExitCode::ok;
}

}  // namespace

Command doctor_command() {
  return {"doctor", "what makes this machine noisy, and what change could be seen on it", [](CLI::App& app) -> Action {
            auto options = std::make_shared<DoctorOptions>();
            CLI::Option* budget = add_budget_option(
                app, options->budget_seconds, "time for comparing the reference server with itself, as 15s or 1m");
            CLI::Option* out =
                add_out_option(app, options->out, "folder to leave the record in (default: it is not kept)");
            app.add_flag("--no-measure", options->no_measure, "only look, compare nothing")
                ->excludes(budget)
                ->excludes(out);
            app.add_option("--format", options->format, "text|json")
                ->check(CLI::IsMember({"text", "json"}))
                ->type_name("FORMAT")
                ->capture_default_str();
            app.footer("Exit codes: 0 whatever was found, 2 usage, 130 interrupted.");
            return [options](Streams& streams) { return examine_machine(*options, streams); };
          }};
}

}  // namespace hotlap::cli
