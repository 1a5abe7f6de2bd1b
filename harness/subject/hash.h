// What an executable is, byte for byte.
#pragma once

#include <filesystem>
#include <string>

namespace hotlap::subject {

/// "xxh3:" and 32 hexadecimal digits: XXH3-128 of the file's bytes in canonical order. Throws UserError when it cannot
/// be read.
std::string hash_file(const std::filesystem::path& file);

}  // namespace hotlap::subject
