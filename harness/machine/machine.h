// All that is looked at when a machine is judged, and the judgement.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/core/sample.h"
#include "harness/machine/answers.h"
#include "harness/machine/finding.h"
#include "harness/machine/tree.h"
#include "harness/subject/cpus.h"

namespace hotlap::machine {

/// /proc/stat at both ends of a stretch of time in which we did nothing, so that all work in it is others'.
struct Window {
  Text before, after;
};
/// Sleeps for so long.
Window watch(const Tree& tree, core::Nanoseconds length);

/// A machine as its files and its kernel describe it. Built from any tree, so that tests need no machine.
class Machine {
 public:
  Machine(Tree tree, Answers answers, Window window);

  const Tree& tree() const { return tree_; }
  const Answers& answers() const { return answers_; }
  const Window& window() const { return window_; }
  /// The allowed CPUs with their siblings.
  const std::vector<subject::CpuPlace>& places() const { return places_; }
  /// What a comparison would use; absent when there is too little to choose from.
  const std::optional<subject::CpuChoice>& choice() const { return choice_; }
  /// The CPUs of the choice, or, without one, all that are allowed.
  std::vector<int> used() const;
  /// Why the siblings are not known; empty when they are.
  const std::string& topology_unknown() const { return topology_unknown_; }

 private:
  Tree tree_;
  Answers answers_;
  Window window_;
  std::vector<subject::CpuPlace> places_;
  std::optional<subject::CpuChoice> choice_;
  std::string topology_unknown_;
};

/// This machine, watched for so long.
Machine this_machine(core::Nanoseconds watched);

/// All findings in the order of the registry. What cannot be read is `unknown` with the reason, never `good`.
std::vector<Finding> examine(const Machine& machine);

}  // namespace hotlap::machine
