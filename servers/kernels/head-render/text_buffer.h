// A buffer that a head is rendered into; it is kept and used again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace head_render {

class TextBuffer {
 public:
  void status_line(std::string_view status) {
    constexpr std::string_view kVersion = "HTTP/1.1 ";
    char* at = reserve(kVersion.size() + status.size() + 2);
    at = copy(copy(at, kVersion), status);
    finish_line(at);
  }

  void header_line(std::string_view name, std::string_view value) {
    char* at = reserve(name.size() + value.size() + 4);
    at = copy(at, name);
    *at++ = ':';
    *at++ = ' ';
    finish_line(copy(at, value));
  }

  std::string_view text() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }

 private:
  char* reserve(std::size_t more) {
    if (capacity_ - size_ < more) [[unlikely]] {
      grow(more);
    }
    return bytes_.get() + size_;
  }

  static char* copy(char* to, std::string_view text) { return std::copy(text.begin(), text.end(), to); }

  void finish_line(char* at) {
    *at++ = '\r';
    *at++ = '\n';
    size_ = static_cast<std::size_t>(at - bytes_.get());
  }

  [[gnu::noinline]] void grow(std::size_t more) {
    const std::size_t capacity = std::max<std::size_t>({1024, capacity_ * 2, size_ + more});
    auto grown = std::make_unique_for_overwrite<char[]>(capacity);
    std::copy_n(bytes_.get(), size_, grown.get());
    bytes_ = std::move(grown);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace head_render
