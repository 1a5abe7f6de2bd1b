// hotlap report: stored runs as one page for people.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/escape.h"
#include "analysis/report/html.h"
#include "harness/cli/command.h"
#include "harness/cli/options.h"
#include "harness/cli/output_file.h"

namespace hotlap::cli {
namespace {

constexpr const char* kOutput = "-o";

struct ReportOptions {
  std::vector<std::string> folders;
  std::string output;
  JudgeOptions judge;
};

/// The page must not take the place of a file that it is made from.
void refuse_own_source(const ReportOptions& options) {
  namespace fs = std::filesystem;
  for (const std::string& folder : options.folders) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      std::error_code error;
      if (!fs::equivalent(entry.path(), options.output, error)) continue;
      if (entry.path().extension() == ".html") continue;
      throw core::UserError({"is a file of the run " + folder, std::string(kOutput) + " " + options.output,
                             "name a file that is not part of the record"});
    }
  }
}

core::ExitCode report_runs(const ReportOptions& options, Streams& streams) {
  check_output_file(options.output, kOutput);
  std::vector<report::PageRun> runs;
  std::size_t rows = 0;
  for (const std::string& folder : options.folders) {
    const record::Record record = record::read(folder);
    check_metrics(options.judge, record.header.metrics);
    runs.push_back({compare::compare(record, options.judge.policy()), ""});
    rows += runs.back().comparison.rows.size();
  }
  refuse_own_source(options);
  const std::string page = report::html_page(runs);
  write_output_file(options.output, page, kOutput);
  streams.out << fmt::format("{}: {} {}, {} rows, {} kB\n", report::plain(options.output), runs.size(),
                             runs.size() == 1 ? "run" : "runs", rows, (page.size() + 999) / 1000);
  return core::ExitCode::ok;
}

}  // namespace

Command report_command() {
  return {"report", "write a page for people", [](CLI::App& app) -> Action {
            auto options = std::make_shared<ReportOptions>();
            app.add_option("runs", options->folders, "folders of records")->required()->type_name("RUN");
            app.add_option("-o,--output", options->output, "the page, an HTML file; one that is there is replaced")
                ->required()
                ->type_name("FILE");
            add_policy_options(app, options->judge);
            return [options](Streams& streams) { return report_runs(*options, streams); };
          }};
}

}  // namespace hotlap::cli
