// hotlap compare: measure two builds and judge.
#include "harness/cli/measure.h"

namespace hotlap::cli {

Command compare_command() {
  return {"compare", "measure two builds in turns and judge the difference", [](CLI::App& app) -> Action {
            auto options = std::make_shared<MeasureOptions>();
            add_measure_options(app, *options, false);
            return [options](Streams& streams) { return measure(*options, streams); };
          }};
}

}  // namespace hotlap::cli
