// The complete rounds of one configuration, taken out of a record.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/arm.h"
#include "harness/core/sample.h"
#include "harness/record/record.h"

namespace hotlap::compare {

/// What a record says of one configuration. Points into the record.
struct Part {
  const record::RunHeader* header;
  int configuration;
  std::vector<const core::Sample*> samples;
  std::vector<const record::Event*> events;  ///< and those of the whole run: interrupted, resumed, finished
};
/// All parts, in one pass over the record; of one configuration.
std::vector<Part> parts_of(const record::Record& record);
Part part_of(const record::Record& record, int configuration);

/// The laps of one block, by arm. Points into the record.
using Block = std::map<core::Arm, const core::Sample*>;

/// One complete round. A round that was begun, interrupted and made again has two lines for a lap; the later one
/// counts.
struct Round {
  int number = 0;
  core::Value seconds;             ///< how long it took, from its `round_done` event
  std::map<int, Block> blocks;     ///< timed laps by block number
  Block whole;                     ///< the arms' `round` samples
  std::map<int, Block> warm_up;    ///< laps before the timed ones, by pass
  std::map<core::Arm, bool> warm;  ///< arms with warm-up laps -> whether the warm-up came to its end before the cap
};

/// The rounds with a `round_done` event, in the order of their numbers.
std::vector<Round> complete_rounds(const Part& part);

/// The arms that a record of this header should hold, `old` first.
std::vector<core::Arm> arms_of(const record::RunHeader& header);

/// The sample's value of a metric; null when the sample does not carry the metric.
const core::Value* find_value(const core::Sample& sample, std::string_view metric);

/// "set-header connections=50".
std::string name(const record::ConfigurationInfo& configuration);

}  // namespace hotlap::compare
