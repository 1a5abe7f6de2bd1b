// Choosing subjects.
#include "harness/cli/selection.h"

#include "harness/cli/places.h"
#include "harness/core/error.h"
#include "harness/micro/micro.h"

namespace hotlap::cli {
namespace {

using Subjects = std::map<core::Arm, subject::Subject>;

std::vector<std::pair<std::string, std::string>> variables(const std::vector<std::string>& texts,
                                                           const std::string& option) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw core::UserError(
          {"'" + text + "' is not NAME=VALUE", option, "as " + option + " NODE_OPTIONS=--max-http-header-size=8192"});
    }
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return pairs;
}

}  // namespace

Subjects choose_subjects(const MeasureOptions& options, core::Processes& processes) {
  if (options.old_spec.empty() || (!options.single && options.new_spec.empty())) {
    throw core::UserError({options.single ? "no server named" : "two builds are needed: --old and --new", "",
                           options.single
                               ? "hotlap run --server SUBJECT; hotlap list shows the servers"
                               : "hotlap compare --old SUBJECT --new SUBJECT; hotlap list shows the servers"});
  }
  Subjects subjects;
  const auto resolve = [&](const std::string& spec) {
    return options.protocol == kMicro ? micro::resolve(spec, places()) : subject::resolve(spec, places(), processes);
  };
  auto old_build = resolve(options.old_spec);
  old_build.extra_arguments = options.old_arguments;
  old_build.extra_environment = variables(options.old_environment, "--old-env");
  if (!options.single) {
    auto new_build = resolve(options.new_spec);
    new_build.extra_arguments = options.new_arguments;
    new_build.extra_environment = variables(options.new_environment, "--new-env");
    subjects.emplace(core::Arm::new_build, std::move(new_build));
    const bool relinked = options.control == kRelinked;
    if (relinked && options.protocol == kMicro) {
      throw core::UserError({"benchmark programs have no relinked copy", "--control", "leave it out"});
    }
    if (!options.no_control) {
      subjects.emplace(core::Arm::control, relinked ? subject::relinked(old_build, places()) : old_build);
    }
  }
  subjects.emplace(core::Arm::old_build, std::move(old_build));
  return subjects;
}

}  // namespace hotlap::cli
