// One response, by llhttp.
#include "harness/http/response_parser.h"

#include <fmt/format.h>

#include "harness/core/error.h"

namespace hotlap::http {

ResponseParser::ResponseParser(bool head_request) : head_request_(head_request) {
  llhttp_settings_init(&settings_);
  settings_.on_status = on_status;
  settings_.on_header_field = on_header_field;
  settings_.on_header_value = on_header_value;
  settings_.on_header_value_complete = on_header_value_complete;
  settings_.on_headers_complete = on_headers_complete;
  settings_.on_body = on_body;
  settings_.on_message_complete = [](llhttp_t*) -> int { return HPE_PAUSED; };
  llhttp_init(&parser_, HTTP_RESPONSE, &settings_);
  parser_.data = this;
}

void ResponseParser::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    if (complete_) {
      throw core::ArmFailure(fmt::format("sent {} bytes more than one response", bytes.size()),
                             response_.bytes + std::string(bytes));
    }
    const llhttp_errno_t code = llhttp_execute(&parser_, bytes.data(), bytes.size());
    if (code != HPE_OK && code != HPE_PAUSED) {
      response_.bytes += bytes;
      throw core::ArmFailure(fmt::format("answered with a malformed response: {} ({})",
                                         llhttp_get_error_reason(&parser_), llhttp_errno_name(code)),
                             response_.bytes);
    }
    const char* end = code == HPE_PAUSED ? llhttp_get_error_pos(&parser_) : bytes.data() + bytes.size();
    const auto taken = static_cast<std::size_t>(end - bytes.data());
    response_.bytes += bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    if (code == HPE_PAUSED) message_ended();
  }
}

void ResponseParser::end() {
  if (complete_) return;
  if (llhttp_finish(&parser_) != HPE_PAUSED) {
    throw core::ArmFailure(fmt::format("closed the connection {}",
                                       response_.bytes.empty() ? "without an answer" : "in the middle of its response"),
                           response_.bytes);
  }
  message_ended();
  response_.keep_alive = false;
}

void ResponseParser::message_ended() {
  const int status = llhttp_get_status_code(&parser_);
  const bool interim = status / 100 == 1 && status != HTTP_STATUS_SWITCHING_PROTOCOLS;
  if (interim) {
    response_ = Response();
    in_head_ = true;
    llhttp_resume(&parser_);
    return;
  }
  response_.status = status;
  response_.keep_alive = llhttp_should_keep_alive(&parser_) != 0;
  complete_ = true;
}

int ResponseParser::on_status(llhttp_t* parser, const char* at, std::size_t length) {
  self(parser).response_.reason.append(at, length);
  return 0;
}

int ResponseParser::on_header_field(llhttp_t* parser, const char* at, std::size_t length) {
  self(parser).field_.name.append(at, length);
  return 0;
}

int ResponseParser::on_header_value(llhttp_t* parser, const char* at, std::size_t length) {
  self(parser).field_.value.append(at, length);
  return 0;
}

int ResponseParser::on_header_value_complete(llhttp_t* parser) {
  ResponseParser& me = self(parser);
  // llhttp leaves the white space behind a value to us (RFC 9112 section 5: it is no part of the value).
  const std::size_t last = me.field_.value.find_last_not_of(" \t");
  me.field_.value.resize(last == std::string::npos ? 0 : last + 1);
  if (me.in_head_) me.response_.headers.push_back(std::move(me.field_));
  me.field_ = {};
  return 0;
}

int ResponseParser::on_headers_complete(llhttp_t* parser) {
  self(parser).in_head_ = false;
  return self(parser).head_request_ ? 1 : 0;  // 1: no body follows, whatever the head says (RFC 9112 section 6.3)
}

int ResponseParser::on_body(llhttp_t* parser, const char* at, std::size_t length) {
  self(parser).response_.body.append(at, length);
  return 0;
}

}  // namespace hotlap::http
