// Counts allocations, for the test that a response makes none.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace reference::testing {
namespace {
std::size_t news = 0;
}

std::size_t allocations() { return news; }

}  // namespace reference::testing

void* operator new(std::size_t size) {
  ++reference::testing::news;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
