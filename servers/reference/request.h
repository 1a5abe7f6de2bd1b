// The head of a request as it came: target, version, and the lines of the headers.
#pragma once

#include <llhttp.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "servers/kernels/name-lookup/lookup.h"
#include "servers/kernels/name-reference/reference.h"
#include "servers/reference/text.h"

namespace reference {

/// Views into the read buffer of the connection: valid until the next bytes are read.
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

  /// Which of the well-known names it is; name_lookup::kNone for any other. Known after identify().
  name_lookup::Index header_known(std::size_t index) const { return headers_[index].known; }
  /// The identifier of a well-known name, null for any other. Known after identify().
  const name_reference::SharedName* header_identifier(std::size_t index) const { return headers_[index].identifier; }
  /// A body follows the head. It may be one of no bytes.
  bool has_body() const { return has_body_; }

  /// Finds the well-known names among the headers, once, when the head is complete.
  template <class Policies>
  void identify(const name_reference::Identifiers& identifiers) {
    for (Header& header : headers_) {
      header.known = Policies::NameLookup::find(view(header.name));
      if (header.known == name_lookup::kNone) continue;
      const auto reference = Policies::NameReference::take(identifiers.at(header.known));
      header.identifier = &reference.name();
    }
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
    name_lookup::Index known = name_lookup::kNone;
    const name_reference::SharedName* identifier = nullptr;
  };

  std::string_view view(Span span) const { return {base_ + span.offset, span.length}; }

  const char* base_ = nullptr;  ///< where the target of the request line begins; null before that
  llhttp_method_t method_ = HTTP_GET;
  int http_major_ = 0;
  int http_minor_ = 0;
  bool has_body_ = false;
  Span url_;
  std::vector<Header> headers_;
};

}  // namespace reference
