// The metric families, each a file of this room.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "harness/probe/probe.h"

namespace hotlap::probe {

std::vector<Probe> throughput();
std::vector<Probe> cpu();
std::vector<Probe> cpu_split();
std::vector<Probe> latency();
std::vector<Probe> cold();
std::vector<Probe> bytes();
std::vector<Probe> memory();
std::vector<Probe> switches();
std::vector<Probe> busy();

/// A family and the stem of its file.
struct Family {
  std::string_view name;
  std::vector<Probe> (*probes)();
};

/// In the order of the tables; deciding ones first.
inline constexpr std::array<Family, 9> kFamilies{{{"throughput", throughput},
                                                  {"cpu", cpu},
                                                  {"cpu_split", cpu_split},
                                                  {"latency", latency},
                                                  {"cold", cold},
                                                  {"bytes", bytes},
                                                  {"memory", memory},
                                                  {"switches", switches},
                                                  {"busy", busy}}};

/// A value for each answered request; absent when none was answered.
core::Value per_answer(double amount, std::uint64_t answered);

}  // namespace hotlap::probe
