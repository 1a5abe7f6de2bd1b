// Where an executable is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hotlap::subject {

/// The file that a name without '/' means: the first executable one in the folders of PATH. Absolute, links kept (what
/// a link is called may matter to the program behind it).
std::optional<std::filesystem::path> find_on_path(const std::string& name);

/// An absolute path without "." and "..", links in the last part kept. Throws UserError (where = `where`): no such
/// file, a folder, not executable.
std::filesystem::path absolute_executable(const std::filesystem::path& path, const std::string& where,
                                          const std::string& hint = "check the spelling, and the folder you are in");

}  // namespace hotlap::subject
