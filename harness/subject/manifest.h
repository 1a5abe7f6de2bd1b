// What a manifest's values must be beyond their types.
#pragma once

#include "harness/config/toml_reader.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {

/// Checks names, the regular expression, the placeholders and that the parts fit together.
void check_manifest(const Manifest& manifest, const toml::table& table, config::Findings& findings);

}  // namespace hotlap::subject
