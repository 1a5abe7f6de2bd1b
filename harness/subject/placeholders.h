// {name} in the arguments of a command.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hotlap::subject {

/// A placeholder and what it stands for.
using Placeholders = std::vector<std::pair<std::string, std::string>>;

/// An argument that is replaced by all extra arguments of the subject.
inline constexpr std::string_view kExtraArguments = "{arguments}";

/// The placeholder of the executable.
inline constexpr std::string_view kExecutable = "{executable}";

/// The names that stand in braces: letters, digits and '_' between '{' and '}', the first a letter. Other braces are
/// text.
std::vector<std::string> placeholder_names(std::string_view text);

/// The text with every placeholder replaced. Throws UserError (where = `where`) on one that has no value.
std::string fill(std::string_view text, const Placeholders& values, const std::string& where);

}  // namespace hotlap::subject
