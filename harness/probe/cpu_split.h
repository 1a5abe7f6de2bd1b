// The sampling error of the split of CPU time.
#pragma once

#include "harness/core/value.h"

namespace hotlap::probe {

/// How often a second the kernel looks whether user or system code runs (CONFIG_HZ). The coarse clocks advance with the
/// same tick, and their resolution can be asked for (clock_getres, CLOCK_MONOTONIC_COARSE); USER_HZ cannot tell it.
double kernel_ticks_per_second();

/// Relative standard error of `share` of `cpu_seconds`, both taken from ticks: sqrt((1 - share) / (share * n)) with
/// n = cpu_seconds * ticks_per_second looks (binomial). On kernels that account every switch exactly
/// (VIRT_CPU_ACCOUNTING) it overstates the error. Absent when no look fell on that side.
core::Value tick_sampling_error(double share, double cpu_seconds, double ticks_per_second);

}  // namespace hotlap::probe
