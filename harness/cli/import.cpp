// hotlap import: judge what another tool measured.
#include "analysis/foreign/foreign.h"
#include "harness/cli/measure.h"

namespace hotlap::cli {
namespace {

struct ImportOptions {
  std::vector<std::string> files;
  std::vector<std::string> old_files;
  std::vector<std::string> new_files;
  std::string from;
  JudgeOptions judge;
};

record::Record read_files(const ImportOptions& options) {
  if (options.old_files.empty() && options.new_files.empty()) return foreign::import(options.files, options.from);
  if (!options.files.empty()) {
    throw core::UserError({"files with and without --old and --new", options.files.front(),
                           "name all files of old with --old and all of new with --new"});
  }
  std::vector<foreign::Source> sources;
  for (const std::string& path : options.old_files) sources.push_back({path, core::Arm::old_build});
  for (const std::string& path : options.new_files) sources.push_back({path, core::Arm::new_build});
  return foreign::import_files(sources, options.from);
}

core::ExitCode import_files(const ImportOptions& options, Streams& streams) {
  const record::Record record = read_files(options);
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
                ->expected(0, 2)
                ->type_name("FILE");
            app.add_option("--old", options->old_files, "all files of the old build, one run each")->type_name("FILE...");
            app.add_option("--new", options->new_files, "all files of the new build")->type_name("FILE...");
            app.add_option("--from", options->from, "which tool wrote them; without it the files tell")
                ->type_name("FORMAT");
            add_judge_options(app, options->judge);
            app.footer(format_help());
            return [options](Streams& streams) { return import_files(*options, streams); };
          }};
}

}  // namespace hotlap::cli
