// XXH3 over a file in pieces.
#include "harness/subject/hash.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "harness/core/error.h"
#include "harness/subject/file_descriptor.h"

namespace hotlap::subject {

std::string hash_file(const std::filesystem::path& file) {
  constexpr std::size_t kPiece = 1 << 20;
  const auto cannot_read = [&] {
    return core::UserError({"cannot read " + file.string() + ": " + std::strerror(errno), "", ""});
  };
  const FileDescriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.valid()) throw cannot_read();
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
  if (!state || XXH3_128bits_reset(state.get()) != XXH_OK) throw std::bad_alloc();
  std::vector<char> piece(kPiece);
  ssize_t got = 0;
  while ((got = read(descriptor.get(), piece.data(), piece.size())) > 0 || (got < 0 && errno == EINTR)) {
    if (got > 0) XXH3_128bits_update(state.get(), piece.data(), static_cast<std::size_t>(got));
  }
  if (got < 0) throw cannot_read();
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("xxh3:{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace hotlap::subject
