// The elements of one array of a JSON file, one after another, without holding the file.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <nlohmann/json.hpp>
#include <string>

#include "analysis/foreign/collector.h"

namespace hotlap::foreign {

using Json = nlohmann::json;

/// Calls `element` for each object of the array that the file's object has under `key`, with the line it ends on, and
/// forgets it.
/// @return the member `rest` of the file's object, or null.
/// Throws UserError naming "file:line" for what is no JSON (NaN, a cut file), and for a file without the array.
Json read_elements(std::istream& text, const Collector& collector, const std::string& key, const std::string& rest,
                   const std::function<void(const Json&, std::size_t line)>& element);

/// The number under a key; refused when it is not there or no number.
double number_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line);
/// The text under a key; refused when it is not there or no text.
std::string text_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line);

}  // namespace hotlap::foreign
