// Which t distributions three accuracies can come from.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "analysis/audit/audit.h"

namespace hotlap::audit {

struct DegreesFound {
  std::optional<Degrees> degrees;  ///< nothing: none fits
  std::string contradiction;       ///< why none fits
};

/// The degrees of freedom from 1 on for which one standard error gives all three accuracies, as far as their digits
/// tell. Accuracies that print as 0 allow any.
DegreesFound degrees_of(const std::array<Figure, 3>& accuracies);

}  // namespace hotlap::audit
