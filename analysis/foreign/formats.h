// The formats of this room, one function a file; registry.cpp names each once.
#pragma once

#include "analysis/foreign/foreign.h"

namespace hotlap::foreign {

Format node_csv_format();
Format google_benchmark_format();
Format hyperfine_format();
Format go_format();
Format pyperf_format();
Format wrk_format();
Format mitata_format();
Format tinybench_format();
Format vitest_format();
Format oha_format();
Format autocannon_format();
Format h2load_format();
Format ab_format();
Format criterion_format();

}  // namespace hotlap::foreign
