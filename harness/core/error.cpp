// The text of a user's error.
#include "harness/core/error.h"

namespace hotlap::core {

UserError::UserError(std::vector<Problem> problems) : problems_(std::move(problems)) {
  for (const Problem& problem : problems_) {
    if (!text_.empty()) text_ += '\n';
    if (!problem.where.empty()) text_ += problem.where + ": ";
    text_ += problem.what;
    if (!problem.hint.empty()) text_ += " (" + problem.hint + ")";
  }
}

}  // namespace hotlap::core
