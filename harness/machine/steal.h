// Time that the hypervisor took from our CPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hotlap::machine {

/// Reads the steal column of /proc/stat (proc(5): 8th number, ticks of USER_HZ) for some CPUs.
class StealMeter {
 public:
  explicit StealMeter(std::vector<int> cpus);
  ~StealMeter();
  StealMeter(const StealMeter&) = delete;
  StealMeter& operator=(const StealMeter&) = delete;
  /// Ticks since boot, summed over the CPUs; absent where the kernel does not tell.
  std::optional<std::uint64_t> ticks() const;

 private:
  std::vector<int> cpus_;
  int file_;
};

/// The numbers of a "cpuN" line of /proc/stat, counted from the name. What follows is contained in `user` and `nice`.
enum class StatColumn { user = 1, nice, system, idle, iowait, irq, softirq, steal };

/// Ticks since boot in one column of the text of /proc/stat, summed over `cpus`; absent unless each of them has it.
std::optional<std::uint64_t> stat_ticks(std::string_view text, const std::vector<int>& cpus, StatColumn wanted);

/// The steal ticks of `cpus` in the text of /proc/stat; absent unless it has the column for each of them.
std::optional<std::uint64_t> steal_ticks(const char* text, std::size_t size, const std::vector<int>& cpus);

}  // namespace hotlap::machine
