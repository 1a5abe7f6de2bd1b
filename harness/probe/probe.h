// Metrics: what is read before and after, and how it becomes a value; one file per metric family.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/histogram.h"
#include "harness/core/metric.h"
#include "harness/core/sample.h"

namespace hotlap::probe {

/// The CPU side of one arm's processes: all threads of the server and of its children.
class ServerClock {
 public:
  /// Finds the children of `root` (by /proc) and prepares their clocks.
  explicit ServerClock(pid_t root);
  ~ServerClock();
  ServerClock(const ServerClock&) = delete;
  ServerClock& operator=(const ServerClock&) = delete;

  /// CPU time used so far, summed over root and children (`clock_getcpuclockid`, ns). Exact only while they sleep: a
  /// running thread's clock is stale by up to a tick. Throws ArmFailure when a process is gone.
  core::Nanoseconds cpu() const;
  /// Waits until every thread known at the last `watch_threads` sleeps, at most `limit`; whether all do. Polls; used
  /// between laps only. Workers count, too: what they still do (garbage, JIT) would otherwise run into the next arm's
  /// lap.
  bool wait_idle(core::Nanoseconds limit) const;
  /// Looks for threads anew; the constructor does it once.
  void watch_threads();
  /// User and system time in clock ticks of USER_HZ (/proc/PID/stat utime, stime), summed. The kernel scales sampled
  /// ticks to the exact total (cputime_adjust), so only the share of each is news. Throws ArmFailure when a process is
  /// gone.
  struct Split {
    std::uint64_t user_ticks = 0;
    std::uint64_t system_ticks = 0;
  };
  Split split() const;
  /// Peak resident set (VmHWM), summed over the processes, bytes.
  core::Value peak_rss() const;
  /// Voluntary + involuntary context switches of all threads; those of ended threads are lost.
  core::Value context_switches() const;
  /// Looks for children again; whether the set of processes is still the same.
  bool same_processes() const;
  std::size_t process_count() const { return pids_.size(); }

 private:
  pid_t root_;
  std::vector<pid_t> pids_;
  std::vector<clockid_t> clocks_;
  std::vector<int> thread_files_;  ///< the same of all other threads
  std::vector<int> stat_files_;    ///< /proc/PID/task/PID/stat, kept open: read between laps without a path walk

  bool all_asleep() const;
  void close_files();
};

/// What a lap gives to the metrics.
struct LapObservation {
  core::Nanoseconds elapsed{0};
  std::uint64_t answered = 0;
  std::uint64_t bytes = 0;
  core::Nanoseconds server_cpu{0};  ///< of this arm, idle to idle
  core::Nanoseconds client_cpu{0};
  bool client_cpu_known = true;
  std::string client_cpu_reason;  ///< why client_cpu is not known
  int server_cpus = 1;            ///< how many CPUs the server may use
  bool idle_at_end = true;        ///< false: the CPU reading is blurred
};

/// What a whole round gives for one arm; the sums are over its timed laps.
struct RoundObservation {
  LapObservation total;
  ServerClock::Split split;  ///< over the timed laps, all of the arm's own turns and what it did between them
  core::Nanoseconds server_cpu_with_foreign{0};  ///< total.server_cpu plus what it used outside its own laps
  const core::Histogram* latency = nullptr;      ///< null: the generator has no raw latencies
  std::string latency_reason;                    ///< why latency is null
  /// Wall time of a request, ns, in each iteration of the cold start, in order; empty: there was none.
  std::vector<double> cold_iterations;
  std::string cold_reason;  ///< why it is empty where the scenario asks for one
  core::Value peak_rss;
  core::Value context_switches;
};

/// A metric: a row of the registry. A null function means "not at this level": what pools over laps has no value of the
/// round, what is measured per round none of the lap. At least one is there.
struct Probe {
  core::Metric metric;
  std::function<core::Value(const LapObservation&)> lap;
  std::function<core::Value(const RoundObservation&)> round;
  /// Relative standard error that sampling adds to the round's value (cpu_user, cpu_sys: binomial tick sampling); null:
  /// none.
  std::function<core::Value(const RoundObservation&)> sampling_error;
  bool of_cold_start = false;  ///< only scenarios that ask for a cold start have it
};

/// All metrics, deciding ones first.
const std::vector<Probe>& probes();

/// A part of them by id, in registry order; unknown ids throw UserError with a suggestion. Empty list: all.
std::vector<Probe> select(const std::vector<std::string>& ids);

}  // namespace hotlap::probe
