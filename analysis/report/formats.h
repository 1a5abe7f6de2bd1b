// The formats of this room, one function a file; registry.cpp names each once.
#pragma once

#include "analysis/report/report.h"

namespace hotlap::report {

Format text_format();
Format node_format();
Format markdown_format();
Format csv_format();
Format json_format();

}  // namespace hotlap::report
