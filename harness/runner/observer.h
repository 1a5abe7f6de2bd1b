// Who watches a run: the progress line, or nobody.
#pragma once

#include "harness/core/arm.h"
#include "harness/record/record.h"

namespace hotlap::runner {

/// Where a run is.
struct Progress {
  int configuration = 0;
  int round = 0;
  int planned_rounds = 0;  ///< of this configuration; 0: not known yet
  core::Arm arm = core::Arm::old_build;
  bool warming_up = false;
  int lap = 0;                ///< timed laps done in this round, over all arms
  int laps = 0;               ///< timed laps of a round, over all arms
  core::Nanoseconds left{0};  ///< predicted time left of the whole run; 0: not known yet
};

/// Called between laps, never inside one.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(const Progress& progress) = 0;
  virtual void round_done(const record::Record& record, int configuration) = 0;
};

/// Who may end a configuration before its budget is used up. Asked at planned looks only, between rounds.
class Referee {
 public:
  virtual ~Referee() = default;
  /// Whether the configuration needs no more rounds, from the record so far.
  virtual bool enough(const record::Record& record, int configuration) = 0;
};

}  // namespace hotlap::runner
