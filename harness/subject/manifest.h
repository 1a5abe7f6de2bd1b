// What a manifest's values must be beyond their types.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/core/error.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {

/// The problems of one manifest, each with its place.
class ManifestProblems {
 public:
  explicit ManifestProblems(std::string source) : source_(std::move(source)) {}
  void add(const toml::node& at, std::string what, std::string hint = "") {
    add(at.source().begin, std::move(what), std::move(hint));
  }
  void add(toml::source_position at, std::string what, std::string hint = "");
  /// Something that is not there: has the file as its place.
  void add_missing(std::string what, std::string hint = "");
  /// In the order of the file, what is not there last.
  std::vector<core::Problem> in_order() const;
  bool empty() const { return found_.empty(); }

 private:
  std::string source_;
  std::vector<std::pair<toml::source_position, core::Problem>> found_;
};

/// Checks names, the regular expression, the placeholders and that the parts fit together.
void check_manifest(const Manifest& manifest, const toml::table& table, ManifestProblems& problems);

}  // namespace hotlap::subject
