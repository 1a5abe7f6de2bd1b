// SUBJECT of the protocol micro -> a benchmark program and the part of its rows.
#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/suggest.h"
#include "harness/micro/micro.h"
#include "harness/subject/executable.h"
#include "harness/subject/hash.h"

namespace hotlap::micro {
namespace {

namespace fs = std::filesystem;

constexpr const char* kForms = "as emit/indexed (one of our own hot paths), ./bench or ./bench:PART";

std::string target_of(std::string hot_path) {
  std::replace(hot_path.begin(), hot_path.end(), '-', '_');
  return hot_path + "_bench";
}

subject::Subject subject_of(const std::string& spec, const std::string& name, const fs::path& executable,
                            const std::string& part) {
  subject::Subject subject;
  subject.spec = spec;
  subject.manifest.name = name;
  subject.executable = executable.string();
  subject.variant = part;
  subject.hash = subject::hash_file(executable);
  return subject;
}

subject::Subject of_hot_path(const std::string& spec, const HotPath& path, const std::string& part,
                             const subject::Places& places) {
  if (part.empty()) throw core::UserError({"no variant after '/'", spec, "hotlap list micro shows the variants"});
  std::error_code ignored;  // not there, or not to be seen: the same to us
  if (!fs::exists(path.executable, ignored)) {
    core::Problem problem = not_built(path, places);
    problem.where = spec;
    throw core::UserError(problem);
  }
  return subject_of(spec, path.name, subject::absolute_executable(path.executable, spec), part);
}

subject::Subject of_path(const std::string& spec) {
  std::error_code ignored;
  const std::size_t colon = spec.rfind(':');
  const bool whole = colon == std::string::npos || fs::exists(spec, ignored);
  const std::string file = whole ? spec : spec.substr(0, colon);
  const std::string part = whole ? "" : spec.substr(colon + 1);
  if (!whole && part.empty()) throw core::UserError({"no part after ':'", spec, kForms});
  return subject_of(spec, fs::path(file).filename().string(), subject::absolute_executable(file, spec), part);
}

}  // namespace

std::vector<HotPath> hot_paths(const subject::Places& places) {
  std::vector<HotPath> found;
  std::error_code failure;
  const fs::path kernels = places.servers / "kernels";
  for (auto entry = fs::directory_iterator(kernels, failure); !failure && entry != fs::directory_iterator();
       entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    const std::string target = target_of(name);
    std::error_code ignored;  // a file that cannot be seen is no benchmark
    if (!fs::exists(entry->path() / (target + ".cpp"), ignored)) continue;
    found.push_back({name, target, places.build / "micro" / target});
  }
  if (failure) throw core::UserError({"cannot read the hot paths: " + failure.message(), kernels.string(), ""});
  std::sort(found.begin(), found.end(), [](const HotPath& a, const HotPath& b) { return a.name < b.name; });
  return found;
}

core::Problem not_built(const HotPath& path, const subject::Places& places) {
  return {"the micro benchmark of " + path.name + " is not built: there is no " + path.executable.string(), "",
          "ninja -C " + places.build.string() + " " + path.target +
              " builds it; started as ./scripts/hotlap, it is built first"};
}

subject::Subject resolve(const std::string& spec, const subject::Places& places) {
  const std::vector<HotPath> known = hot_paths(places);
  const std::string name = spec.substr(0, spec.find('/'));
  const auto found = std::find_if(known.begin(), known.end(), [&](const HotPath& path) { return path.name == name; });
  if (found != known.end()) {
    return of_hot_path(spec, *found, name == spec ? "" : spec.substr(name.size() + 1), places);
  }
  std::error_code ignored;  // only asked for a better hint
  if (spec.find('/') == std::string::npos && !fs::exists(spec, ignored)) {
    std::vector<std::string> names;
    for (const HotPath& path : known) names.push_back(path.name);
    throw core::UserError(
        {"'" + spec + "' is no benchmark program", spec, std::string(kForms) + "; " + core::suggest(spec, names)});
  }
  if (!fs::exists(spec.substr(0, spec.rfind(':')), ignored) && !fs::exists(spec, ignored) && spec.front() != '/' &&
      spec.front() != '.') {
    std::vector<std::string> names;
    for (const HotPath& path : known) names.push_back(path.name);
    throw core::UserError({"there is no hot path '" + name + "' with a micro benchmark, and no file " + spec, spec,
                           core::suggest(name, names)});
  }
  return of_path(spec);
}

}  // namespace hotlap::micro
