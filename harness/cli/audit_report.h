// An audit of posted tables as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "analysis/audit/audit.h"

namespace hotlap::cli {

/// For people: a sentence a table, what does not fit, what chance would star, what the experiment could have seen.
/// Names of rows are made harmless.
std::string audit_text(const std::string& file, const std::vector<audit::TableAudit>& tables);

/// One object of schema hotlap.audit/1.
std::string audit_json(const std::string& file, const std::vector<audit::TableAudit>& tables);

}  // namespace hotlap::cli
