// Request and response of one configuration, from their tables.
#pragma once

#include <vector>

#include "harness/scenario/placeholders.h"

namespace hotlap::scenario {

/// What the readers of one configuration share. References outlive it.
struct Reading {
  const Placeholders& placeholders;
  const std::vector<Parameter>& parameters;
  config::Findings& findings;
  Uses& uses;
};

/// [request], with its `repeat` and its check of `header_lines`; for one kind of client.
core::Request read_request(config::TableReader& table, const Reading& reading);

/// [response], and those of its [[response.also]] whose `when` holds.
core::Expectation read_response(config::TableReader& table, const Reading& reading);

/// The array of [name, value] pairs `headers`.
std::vector<core::HeaderField> read_headers(config::TableReader& table, const Reading& reading);

/// A finding when it is no token.
void check_header_name(const config::LocatedText& name, config::Findings& findings);

}  // namespace hotlap::scenario
