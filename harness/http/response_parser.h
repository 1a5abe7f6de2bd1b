// Bytes of a connection in, one whole response out.
#pragma once

#include <llhttp.h>

#include <string_view>

#include "harness/http/http.h"

namespace hotlap::http {

/// Collects one response, whatever pieces it arrives in. Interim responses (1xx but 101) are read and dropped.
/// Stays where it is: llhttp holds its address.
class ResponseParser {
 public:
  explicit ResponseParser(bool head_request);
  ResponseParser(const ResponseParser&) = delete;
  ResponseParser& operator=(const ResponseParser&) = delete;

  /// Takes what arrived. Throws ArmFailure on a malformed response and on bytes behind the response.
  void feed(std::string_view bytes);
  /// The server closed the connection. Throws ArmFailure when the response was not complete; ends one without a length.
  void end();

  bool complete() const { return complete_; }
  /// What has arrived; the response when complete().
  Response& response() { return response_; }

 private:
  static ResponseParser& self(llhttp_t* parser) { return *static_cast<ResponseParser*>(parser->data); }
  static int on_status(llhttp_t* parser, const char* at, std::size_t length);
  static int on_header_field(llhttp_t* parser, const char* at, std::size_t length);
  static int on_header_value(llhttp_t* parser, const char* at, std::size_t length);
  static int on_header_value_complete(llhttp_t* parser);
  static int on_headers_complete(llhttp_t* parser);
  static int on_body(llhttp_t* parser, const char* at, std::size_t length);
  void message_ended();

  bool head_request_;
  bool in_head_ = true;  // fields behind the body are trailers, which are no headers (RFC 9110 section 6.5.1)
  bool complete_ = false;
  core::HeaderField field_;
  Response response_;
  llhttp_settings_t settings_;
  llhttp_t parser_;
};

}  // namespace hotlap::http
