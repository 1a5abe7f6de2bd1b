// The elements of one array of a JSON file, one after another, without holding the file; or a file of small documents.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/foreign/collector.h"

namespace hotlap::foreign {

using Json = nlohmann::json;

/// Deeper nesting is refused: no format of this room has any, and copies of it would end the stack.
inline constexpr int kDeepest = 32;

/// Calls `element` for each object of the array that the file's object has under `key`, with the line it ends on, and
/// forgets it. Several documents may stand one after another, as after `cat run-*.json`; `begin` is called before each.
/// @param key empty: the file is that array itself.
/// Throws UserError naming "file:line" for what is no JSON (NaN, a cut file), and for a file without the array.
void read_elements(std::istream& text, const Collector& collector, const std::string& key,
                   const std::function<void(const Json&, std::size_t line)>& element,
                   const std::function<void()>& begin = {});
/// The same for one document only.
/// @return the member `rest` of the file's object, or null.
Json read_elements_and(std::istream& text, const Collector& collector, const std::string& key, const std::string& rest,
                       const std::function<void(const Json&, std::size_t line)>& element);
/// `read_elements` that also hands the member `rest` of each document over, when the document is read: its plain members
/// only, null where there is none.
void read_elements_with(std::istream& text, const Collector& collector, const std::string& key, const std::string& rest,
                        const std::function<void(const Json&, std::size_t line)>& element,
                        const std::function<void(const Json&)>& told, const std::function<void()>& begin = {});
/// Calls `document` for each of the file's objects, one after another, with their members `keys` only.
/// Throws UserError as above, and for a file without any.
void read_documents(std::istream& text, const Collector& collector, const std::vector<std::string>& keys,
                    const std::function<void(const Json&, std::size_t line)>& document);

/// The member under a key, or null; refused when the object is none.
const Json& member_of(const Json& object, const std::string& key, const Collector& collector, std::size_t line);
/// The number under a key; refused when it is not there or no number.
double number_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line);
/// The text under a key; refused when it is not there or no text.
std::string text_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line);
/// The numbers under a key; none when it is not there, null or empty; refused when it is anything else.
std::vector<double> numbers_in(const Json& object, const std::string& key, const Collector& collector,
                               std::size_t line);

/// Tells the collector the members of these names, as they stand there; what is not there, or holds more than one value
/// is not told.
void tell_surroundings(const Json& object, std::initializer_list<const char*> names, Collector& collector);

}  // namespace hotlap::foreign
