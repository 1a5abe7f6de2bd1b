// hotlap run: measure one server.
#include "harness/cli/measure.h"

namespace hotlap::cli {

Command run_command() {
  return {"run", "measure one server", [](CLI::App& app) -> Action {
            auto options = std::make_shared<MeasureOptions>();
            add_measure_options(app, *options, true);
            return [options](Streams& streams) { return measure(*options, streams); };
          }};
}

}  // namespace hotlap::cli
