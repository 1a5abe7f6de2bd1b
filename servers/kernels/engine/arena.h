// Bump allocation for what one response allocates, as a young generation does; given back all at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace engine {

/// Models V8's allocation: a pointer moved on, no bookkeeping per object, no free. The chunks stay with the arena, so
/// in the steady state nothing reaches malloc. What it does not model: the collector, and the cache misses of walking
/// through a new space of megabytes; a variant that allocates more is therefore charged for writing the bytes, not for
/// collecting them.
class Arena {
 public:
  explicit Arena(std::size_t chunk_bytes = 2048) : chunk_bytes_(chunk_bytes) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// `bytes` aligned to 8, not initialised; valid until reset().
  void* allocate(std::size_t bytes) {
    bytes = (bytes + 7) & ~std::size_t{7};
    if (static_cast<std::size_t>(limit_ - next_) < bytes) next_chunk(bytes);
    void* result = next_;
    next_ += bytes;
    return result;
  }

  /// Forgets everything allocated; keeps the memory.
  void reset() {
    if (chunks_.empty()) return;
    current_ = 0;
    enter(chunks_[0]);
  }

 private:
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };

  void enter(const Chunk& chunk) {
    next_ = chunk.bytes.get();
    limit_ = next_ + chunk.size;
  }

  [[gnu::noinline]] void next_chunk(std::size_t bytes) {
    while (++current_ < chunks_.size()) {
      if (chunks_[current_].size >= bytes) return enter(chunks_[current_]);
    }
    const std::size_t size = std::max(bytes, chunk_bytes_);
    chunks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
    current_ = chunks_.size() - 1;
    enter(chunks_.back());
  }

  std::size_t chunk_bytes_;
  std::vector<Chunk> chunks_;
  std::size_t current_ = static_cast<std::size_t>(-1);
  char* next_ = nullptr;
  char* limit_ = nullptr;
};

}  // namespace engine
