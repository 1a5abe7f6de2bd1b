// The line that tells where a run is.
#pragma once

#include <map>
#include <ostream>
#include <string>

#include "analysis/compare/compare.h"
#include "harness/runner/observer.h"
#include "harness/scenario/plan.h"

namespace hotlap::cli {

/// Draws on a terminal, at most ten times a second; on a pipe it says nothing.
class ProgressLine : public runner::Observer {
 public:
  ProgressLine(std::ostream& err, bool terminal, const scenario::Plan& plan, compare::Policy policy);
  ~ProgressLine() override;
  void progress(const runner::Progress& progress) override;
  void round_done(const record::Record& record, int configuration) override;

  /// "set-header  round 3/12  new lap 40/180  31 s left  cpu -18.2 % (-19.9 to -16.4)".
  std::string text(const runner::Progress& progress) const;

 private:
  std::ostream& err_;
  bool terminal_;
  const scenario::Plan& plan_;
  compare::Policy policy_;
  std::map<int, std::string> so_far_;  ///< of each configuration: the interval as of its last complete round
  core::Nanoseconds last_drawn_{0};
};

}  // namespace hotlap::cli
