// A request as a handler sees it: node's IncomingMessage, without the body, which nobody here reads.
#pragma once

#include <llhttp.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "servers/reference/text.h"

namespace reference {

/// Views into the read buffer of the connection: valid while the handler runs.
class Request {
 public:
  llhttp_method_t method() const { return method_; }
  std::string_view url() const { return view(url_); }
  int http_major() const { return http_major_; }
  int http_minor() const { return http_minor_; }
  bool is_http_1_1() const { return http_major_ == 1 && http_minor_ == 1; }

  std::size_t header_count() const { return headers_.size(); }
  std::string_view header_name(std::size_t index) const { return view(headers_[index].name); }
  std::string_view header_value(std::size_t index) const { return trim_end(view(headers_[index].value)); }

  /// The value of the first header of that name; `lower_name` in lower case.
  std::optional<std::string_view> header(std::string_view lower_name) const {
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      if (engine::equals_lower(header_name(i), lower_name)) return header_value(i);
    }
    return std::nullopt;
  }

 private:
  friend class Incoming;

  /// Relative to base_, so that the buffer may be moved together before the head is complete.
  struct Span {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
  };
  struct Header {
    Span name, value;
    bool has_value = false;
  };

  std::string_view view(Span span) const { return {base_ + span.offset, span.length}; }

  const char* base_ = nullptr;  ///< where the target of the request line begins; null before that
  llhttp_method_t method_ = HTTP_GET;
  int http_major_ = 0;
  int http_minor_ = 0;
  Span url_;
  std::vector<Header> headers_;
};

}  // namespace reference
