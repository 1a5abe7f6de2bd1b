// What others do on our CPUs: the hypervisor, and other processes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/core/value.h"
#include "harness/machine/checks.h"
#include "harness/machine/steal.h"
#include "harness/machine/virtual.h"

namespace hotlap::machine {
namespace {

constexpr Topic kSteal{"steal",
                       "the hypervisor runs others in our place: laps last longer by a time that no build caused",
                       "a dedicated host, or a quieter hour; laps with steal are marked in the record"};
constexpr Topic kOtherLoad{"other_load", "it takes time from laps and empties caches, now and then",
                           "stop it, or keep it off our CPUs; top shows what it is"};

/// From this share on the hypervisor or others count as noise.
constexpr double kStealShare = 0.01;
constexpr double kBusyShare = 0.05;
/// And from this many runnable processes on, averaged over a minute.
constexpr double kLoadAverage = 0.5;

struct Shares {
  double ticks = 0;  ///< in all, summed over the CPUs
  double steal = 0;
  double busy = 0;  ///< neither idle nor stolen
};

std::optional<double> ticks_in(const Text& stat, const std::vector<int>& cpus, StatColumn column) {
  const auto ticks = stat_ticks(*stat, cpus, column);
  return ticks ? std::optional(static_cast<double>(*ticks)) : std::nullopt;
}

/// Since boot.
std::optional<Shares> shares(const Text& stat, const std::vector<int>& cpus) {
  Shares sum;
  if (!stat || cpus.empty()) return std::nullopt;
  for (int i = static_cast<int>(StatColumn::user); i <= static_cast<int>(StatColumn::steal); ++i) {
    const auto column = static_cast<StatColumn>(i);
    const auto ticks = ticks_in(stat, cpus, column);
    if (!ticks) return std::nullopt;
    sum.ticks += *ticks;
    if (column == StatColumn::steal) {
      sum.steal += *ticks;
    } else if (column != StatColumn::idle && column != StatColumn::iowait) {
      sum.busy += *ticks;
    }
  }
  return sum;
}

std::optional<Shares> shares(const Window& window, const std::vector<int>& cpus) {
  const auto before = shares(window.before, cpus);
  const auto after = shares(window.after, cpus);
  if (!before || !after || after->ticks <= before->ticks) return std::nullopt;
  // Idle and stolen time may be counted back a little.
  return Shares{after->ticks - before->ticks, std::max(0.0, after->steal - before->steal),
                std::max(0.0, after->busy - before->busy)};
}

std::string no_shares(const Window& window, const std::vector<int>& cpus) {
  if (!window.before) return window.before.reason;
  if (!window.after) return window.after.reason;
  return fmt::format("/proc/stat does not tell of time that passed on CPUs {}", subject::format_cpu_list(cpus));
}

core::Value first_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? core::Value(number) : core::Value::absent("'" + text + "' is no number");
}

}  // namespace

std::optional<Finding> check_steal(const Machine& machine) {
  const auto now = shares(machine.window(), machine.used());
  const auto ever = shares(machine.window().after, machine.used());
  if (!now || !ever) return unknown(kSteal, no_shares(machine.window(), machine.used()));
  const double share = now->steal / now->ticks;
  const double since_boot = ever->steal / ever->ticks;
  const std::string seen = fmt::format("{:.1f} % of the time watched ({:.0f} of {:.0f} ticks), {:.2f} % since boot",
                                       100 * share, now->steal, now->ticks, 100 * since_boot);
  if (share >= kStealShare || since_boot >= kStealShare) return noisy(kSteal, seen);
  if (ever->steal == 0 && is_virtual(machine.tree()) != Virtual::no) {
    return unknown(kSteal, "none since boot; a hypervisor need not tell what it takes", "watch the control's changes");
  }
  return good(kSteal, seen);
}

std::optional<Finding> check_other_load(const Machine& machine) {
  // All allowed CPUs: what runs beside ours may be on ours next.
  const auto& cpus = machine.answers().allowed;
  const auto now = shares(machine.window(), cpus);
  const Text line = machine.tree().line("/proc/loadavg");
  const core::Value load = line ? first_number(*line) : core::Value::absent(line.reason);
  std::string seen = now ? fmt::format("{:.1f} % of CPUs {} in use by others while watched",
                                       100 * now->busy / now->ticks, subject::format_cpu_list(cpus))
                         : no_shares(machine.window(), cpus);
  seen += load.present() ? fmt::format("; {:.2f} runnable on average over the last minute", *load)
                         : "; load average: " + load.reason();
  const Text& stat = machine.window().after;
  if (stat) {
    const auto at = stat.text->find("\nprocs_running ");
    const double runnable =
        at == std::string::npos ? 0 : first_number(stat.text->substr(at + sizeof "\nprocs_running " - 1)).value_or(0);
    // One of them is ourselves, reading this.
    if (runnable >= 1) seen += fmt::format(", {:.0f} besides us at the end", runnable - 1);
  }
  if ((now && now->busy / now->ticks >= kBusyShare) || load.value_or(0) >= kLoadAverage) return noisy(kOtherLoad, seen);
  return now && load.present() ? good(kOtherLoad, seen) : unknown(kOtherLoad, seen);
}

}  // namespace hotlap::machine
