// Findings from their topics.
#include "harness/machine/finding.h"

namespace hotlap::machine {

std::string_view name(Level level) {
  switch (level) {
    case Level::good:
      return "good";
    case Level::noisy:
      return "noisy";
    case Level::unknown:
      break;
  }
  return "cannot measure";
}

Finding good(const Topic& topic, std::string seen) {
  return {std::string(topic.id), Level::good, std::move(seen), std::string(topic.harm), ""};
}

Finding noisy(const Topic& topic, std::string seen, std::string advice) {
  if (advice.empty()) advice = topic.advice;
  return {std::string(topic.id), Level::noisy, std::move(seen), std::string(topic.harm), std::move(advice)};
}

Finding unknown(const Topic& topic, std::string seen, std::string advice) {
  return {std::string(topic.id), Level::unknown, std::move(seen), std::string(topic.harm), std::move(advice)};
}

}  // namespace hotlap::machine
