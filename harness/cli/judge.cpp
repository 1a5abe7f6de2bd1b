// hotlap judge: judge stored runs again, with another margin, another format.
#include <algorithm>

#include "harness/cli/measure.h"

namespace hotlap::cli {
namespace {

struct JudgeCommandOptions {
  std::vector<std::string> folders;
  JudgeOptions judge;
};

core::ExitCode judge(const JudgeCommandOptions& options, Streams& streams) {
  core::ExitCode worst = core::ExitCode::ok;
  for (const auto& folder : options.folders) {
    const auto record = record::read(folder);
    check_metrics(options.judge, record.header.metrics);
    const auto comparison = compare::compare(record, options.judge.policy());
    // The codes are ordered by how bad they are, 130 (the run was cut short) included.
    worst = std::max(worst, finish(comparison, record, options.judge, streams));
  }
  return worst;
}

}  // namespace

Command judge_command() {
  return {"judge", "judge stored runs again", [](CLI::App& app) -> Action {
            auto options = std::make_shared<JudgeCommandOptions>();
            app.add_option("runs", options->folders, "folders of records")->required()->type_name("RUN");
            add_judge_options(app, options->judge);
            return [options](Streams& streams) { return judge(*options, streams); };
          }};
}

}  // namespace hotlap::cli
