// hotlap import: judge what another tool measured.
#include "analysis/foreign/foreign.h"
#include "harness/cli/measure.h"

namespace hotlap::cli {
namespace {

struct ImportOptions {
  std::vector<std::string> files;
  std::string from;
  JudgeOptions judge;
};

core::ExitCode import_files(const ImportOptions& options, Streams& streams) {
  const record::Record record = foreign::import(options.files, options.from);
  check_metrics(options.judge, record.header.metrics);
  return finish(compare::compare(record, options.judge.policy()), record, options.judge, streams);
}

std::string format_help() {
  std::string text = "Formats, told by how a file begins:\n";
  for (const foreign::Format& format : foreign::formats()) text += "  " + format.id + ": " + format.help + '\n';
  return text;
}

}  // namespace

Command import_command() {
  return {"import", "judge what another tool measured", [](CLI::App& app) -> Action {
            auto options = std::make_shared<ImportOptions>();
            app.add_option("files", options->files, "one file with both builds, or two: old, then new")
                ->required()
                ->expected(1, 2)
                ->type_name("FILE");
            app.add_option("--from", options->from, "which tool wrote them; without it the files tell")
                ->type_name("FORMAT");
            add_judge_options(app, options->judge);
            app.footer(format_help());
            return [options](Streams& streams) { return import_files(*options, streams); };
          }};
}

}  // namespace hotlap::cli
