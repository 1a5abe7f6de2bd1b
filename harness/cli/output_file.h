// A file that a command was told to write.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hotlap::cli {

/// Throws UserError when `file` cannot be written as a whole later: its folder is missing, or it is there and is no
/// regular file. `option` is what named it.
void check_output_file(const std::filesystem::path& file, const std::string& option);

/// Replaces the file at once: a temporary name beside it, synced, then renamed; a link stays one and its target is
/// replaced. Throws UserError; then nothing was changed and no temporary file is left.
void write_output_file(const std::filesystem::path& file, std::string_view bytes, const std::string& option);

}  // namespace hotlap::cli
