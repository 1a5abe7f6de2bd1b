// hotlap comment: the body of a pull request's one comment, for the CI's own client to post.
#include "analysis/report/comment.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "harness/cli/measure.h"

namespace hotlap::cli {
namespace {

struct CommentOptions {
  std::vector<std::string> folders;
  std::string key = "results";
  std::string previous;
  JudgeOptions judge;
};

/// A key stands within an HTML comment, which "--" would end.
CLI::Validator comment_key() {
  return {[](std::string& key) {
            constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
            const bool fine = !key.empty() && key.size() <= 64 && key.find("--") == std::string::npos &&
                              key.back() != '-' && key.find_first_not_of(allowed) == std::string::npos;
            return fine ? std::string() : "'" + key + "' must be 1 to 64 letters, digits, '.', '_' and single '-'";
          },
          "KEY"};
}

std::string contents_of_body(const std::string& path) {
  std::error_code ignored;  // what cannot be looked at cannot be opened either
  if (std::filesystem::is_directory(path, ignored)) {
    throw core::UserError({"a folder, not a file with the body of a comment", path, "name the file"});
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw core::UserError({std::strerror(errno), path, "leave --previous out for a first comment"});
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

core::ExitCode write_comment(const CommentOptions& options, Streams& streams) {
  core::ExitCode worst = core::ExitCode::ok;
  std::vector<compare::Comparison> comparisons;
  for (const auto& folder : options.folders) {
    const auto record = record::read(folder);
    check_metrics(options.judge, record.header.metrics);
    comparisons.push_back(compare::compare(record, options.judge.policy()));
    worst = std::max(worst, exit_code(comparisons.back(), options.judge));
  }
  std::optional<std::string> previous;
  if (!options.previous.empty()) previous = contents_of_body(options.previous);
  streams.out << report::comment(comparisons, options.key, previous) << std::flush;
  if (!streams.out) throw core::UserError({"the comment could not be written to standard output", "", ""});
  return worst;
}

}  // namespace

Command comment_command() {
  return {"comment", "the body of a pull request's one comment, kept up to date", [](CLI::App& app) -> Action {
            auto options = std::make_shared<CommentOptions>();
            app.add_option("runs", options->folders, "folders of records")->required()->type_name("RUN");
            app.add_option("--key", options->key, "tells this comment from others of hotlap's in one pull request")
                ->check(comment_key())
                ->capture_default_str();
            app.add_option("--previous", options->previous,
                           "file with the body of the comment that is there; its results are kept, folded")
                ->type_name("FILE");
            add_judge_options(app, options->judge);
            app.remove_option(app.get_option("--format"));
            return [options](Streams& streams) { return write_comment(*options, streams); };
          }};
}

}  // namespace hotlap::cli
