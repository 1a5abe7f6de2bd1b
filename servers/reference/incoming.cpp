// The receiving side of a connection.
#include "servers/reference/incoming.h"

#include <cstring>

namespace reference {

Incoming& Incoming::of(llhttp_t* parser) { return *static_cast<Incoming*>(parser->data); }

llhttp_settings_t Incoming::settings_for(const Callbacks& callbacks) {
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_message_begin = on_message_begin;
  settings.on_method = on_method;
  settings.on_url = on_url;
  settings.on_version = on_version;
  settings.on_header_field_complete = on_header_name_complete;
  settings.on_header_field = on_header_field;
  settings.on_header_value = on_header_value;
  settings.on_chunk_extension_name = on_chunk_extension;
  settings.on_chunk_extension_value = on_chunk_extension;
  settings.on_headers_complete = callbacks.headers_complete;
  settings.on_message_complete = callbacks.message_complete;
  settings.on_body = callbacks.body;
  return settings;
}

Incoming::Incoming(const llhttp_settings_t& settings, void* owner, ReadBuffer& shared)
    : shared_(shared), buffer_(shared.bytes.get()), owner_(owner) {
  llhttp_init(&parser_, HTTP_REQUEST, &settings);
  parser_.data = this;
}

Incoming::Room Incoming::room() {
  if (end_ == 0) {
    buffer_ = shared_.bytes.get();
  } else if (kBufferBytes - end_ < kMinRead) {
    move_kept_to(buffer_);
  }
  return {buffer_ + end_, kBufferBytes - end_};
}

void Incoming::release_shared() {
  if (end_ == 0) {
    own_.reset();
    request_.base_ = nullptr;  // what was there is another's next
  } else if (buffer_ != own_.get()) {
    own_ = std::make_unique_for_overwrite<char[]>(kBufferBytes);
    move_kept_to(own_.get());
  }
}

void Incoming::move_kept_to(char* to) {
  const char* const kept = keeps_head() ? request_.base_ : buffer_ + parsed_;
  const auto moved = static_cast<std::size_t>(kept - buffer_);
  std::memmove(to, kept, end_ - moved);
  if (keeps_head()) request_.base_ = to;
  buffer_ = to;
  parsed_ -= moved;
  end_ -= moved;
  dropped_ += moved;
}

Incoming::Outcome Incoming::parse() {
  const llhttp_errno_t error = llhttp_execute(&parser_, buffer_ + parsed_, end_ - parsed_);
  if (error == HPE_OK) {
    parsed_ = end_;
  } else if (error == HPE_PAUSED) {
    parsed_ = static_cast<std::size_t>(llhttp_get_error_pos(&parser_) - buffer_);
    llhttp_resume(&parser_);
  } else {
    if (!failure_known_) failure_status_ = status_of(error);
    return Outcome::kFailed;
  }
  if (keeps_head()) {
    // White space between headers is not counted as header bytes but takes room here.
    const auto kept = static_cast<std::size_t>(buffer_ + end_ - request_.base_);
    if (kept > kBufferBytes - kMinRead) {
      failure_status_ = 431;
      return Outcome::kFailed;
    }
  } else if (parsed_ == end_) {
    dropped_ += end_;
    parsed_ = end_ = 0;
  }
  return error == HPE_OK ? Outcome::kAllParsed : Outcome::kPaused;
}

/// llhttp has one error for every wrong version, and one for every wrong method: the bytes tell them apart. Only what
/// is in the buffer is looked at, so a request that comes in pieces may get the plainer 400.
int Incoming::status_of(llhttp_errno_t error) const {
  const char* stopped = llhttp_get_error_pos(&parser_);
  if (stopped == nullptr || stopped < buffer_ || stopped > buffer_ + end_) return 400;
  const std::string_view before(buffer_, static_cast<std::size_t>(stopped - buffer_));
  const std::size_t line = before.rfind('\n') + 1;  // npos + 1 is 0
  std::string_view text(buffer_ + line, end_ - line);
  text = text.substr(0, text.find('\r'));
  const std::size_t last_space = text.rfind(' ');
  if (last_space == std::string_view::npos) return 400;
  const std::string_view version = text.substr(last_space + 1);
  const bool has_version = version.size() == 8 && version.starts_with("HTTP/") && version[6] == '.' &&
                           version[5] >= '0' && version[5] <= '9' && version[7] >= '0' && version[7] <= '9';
  if (!has_version) return 400;
  if (error == HPE_INVALID_VERSION) return version[5] == '1' ? 400 : 505;
  const std::string_view method = text.substr(0, text.find(' '));
  const bool has_target = method.size() + 1 < last_space && text[method.size() + 1] != ' ';
  return error == HPE_INVALID_METHOD && has_target && is_header_name(method) ? 501 : 400;
}

bool Incoming::head_is_complete() {
  request_.method_ = static_cast<llhttp_method_t>(parser_.method);
  request_.http_major_ = parser_.http_major;
  request_.http_minor_ = parser_.http_minor;
  request_.has_body_ = (parser_.flags & F_CHUNKED) != 0 || parser_.content_length > 0;
  if (!has_version_) {  // HTTP/0.9 had none
    fail(400);
    return false;
  }
  if (parser_.method == HTTP_CONNECT) {  // what follows would belong to the tunnel
    fail(501);
    return false;
  }
  if (!lines_are_strict()) {
    fail(400);
    return false;
  }
  phase_ = Phase::kBody;
  // An upgrade that nobody listens for is ignored: the request is answered like any other.
  parser_.upgrade = 0;
  return true;
}

/// llhttp takes versions of RTSP, LF as the empty line, and values that begin on a folded line; others on the way may
/// read such a head in another way (RFC 9112, sections 2.2, 2.3 and 5.2). What is between the parts must be what is
/// meant. llhttp has read to the end of the head, so wherever a part of it is missing another byte stands.
bool Incoming::lines_are_strict() const {
  const auto skip_space = [](const char* at) {
    while (*at == ' ' || *at == '\t') ++at;
    return at;
  };
  const auto ends_line = [](const char* at) { return at[0] == '\r' && at[1] == '\n'; };
  const char* at = request_.base_ + request_.url_.length;
  constexpr std::string_view kName = " HTTP/";
  if (std::memcmp(at, kName.data(), kName.size()) != 0) return false;
  at += kName.size() + 3;  // llhttp has seen to it that this is a digit, a point and a digit
  if (!ends_line(at)) return false;
  at += 2;
  for (const Request::Header& header : request_.headers_) {
    at = request_.base_ + header.name.offset + header.name.length;
    if (*at++ != ':') return false;
    at = skip_space(at);
    if (header.value.length != 0) {
      if (at != request_.base_ + header.value.offset) return false;
      at = skip_space(at + header.value.length);
    }
    if (!ends_line(at)) return false;
    at += 2;
  }
  return ends_line(at);
}

int Incoming::on_message_begin(llhttp_t* parser) {
  Incoming& self = of(parser);
  self.phase_ = Phase::kHead;
  self.header_bytes_ = self.extension_bytes_ = 0;
  self.has_version_ = false;
  self.request_.base_ = nullptr;
  self.request_.url_ = {};
  self.request_.headers_.clear();
  return 0;
}

// llhttp takes any number of spaces between the parts of the request line. There must be one (RFC 9112, section 3):
// with more, others on the way may see other parts.

int Incoming::on_method(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  self.part_end_ = self.place(at + length);
  return 0;
}

int Incoming::on_url(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  Request& request = self.request_;
  if (request.base_ == nullptr) {
    if (self.place(at) != self.part_end_ + 1) return self.fail(400);
    request.base_ = at;
  }
  self.part_end_ = self.place(at + length);
  request.url_.length += static_cast<std::uint32_t>(length);
  return self.count_header_bytes(length, 414);
}

int Incoming::on_version(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  constexpr std::uint64_t kName = 5;  // "HTTP/"
  if (!self.has_version_ && self.place(at) != self.part_end_ + 1 + kName) return self.fail(400);
  self.has_version_ = true;
  self.part_end_ = self.place(at + length);
  return 0;
}

// llhttp takes a line without a name.
int Incoming::on_header_name_complete(llhttp_t* parser) {
  Incoming& self = of(parser);
  if (self.phase_ != Phase::kHead) return 0;
  const auto& headers = self.request_.headers_;
  return headers.empty() || headers.back().has_value || headers.back().name.length == 0 ? self.fail(400) : 0;
}

int Incoming::on_header_field(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  if (self.phase_ == Phase::kHead) {
    auto& headers = self.request_.headers_;
    // The request line ends with CR LF. llhttp takes LF alone, as RFC 9112, section 2.2, allows; node does not.
    if (headers.empty() && length > 0 && self.place(at) != self.part_end_ + 2) return self.fail(400);
    const Request::Span piece = self.span(at, length);
    // A name that was cut by the end of a read goes on exactly where it stopped.
    if (!headers.empty() && !headers.back().has_value &&
        headers.back().name.offset + headers.back().name.length == piece.offset) {
      headers.back().name.length += piece.length;
    } else {
      if (headers.size() == kMaxHeaders) return self.fail(431);
      headers.push_back({.name = piece, .value = {piece.offset, 0}});
    }
  }
  return self.count_header_bytes(length, 431);
}

int Incoming::on_header_value(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  // Trailers count, but they are never merged into the headers.
  if (self.phase_ == Phase::kHead) {
    Request::Header& header = self.request_.headers_.back();
    const Request::Span piece = self.span(at, length);
    if (!header.has_value) {
      header.value = piece;
      header.has_value = true;
    } else if (header.value.offset + header.value.length == piece.offset) {
      header.value.length += piece.length;
    } else {
      return HPE_USER;  // a folded line (RFC 9112, section 5.2), refused as node refuses it
    }
  }
  return self.count_header_bytes(length, 431);
}

Request::Span Incoming::span(const char* at, std::size_t length) const {
  return {static_cast<std::uint32_t>(at - request_.base_), static_cast<std::uint32_t>(length)};
}

int Incoming::on_chunk_extension(llhttp_t* parser, const char*, std::size_t length) {
  Incoming& self = of(parser);
  self.extension_bytes_ += length;
  return self.extension_bytes_ > kMaxExtensionBytes ? self.fail(413) : 0;
}

int Incoming::count_header_bytes(std::size_t length, int status_when_too_many) {
  header_bytes_ += length;
  return header_bytes_ >= kMaxHeaderBytes ? fail(status_when_too_many) : 0;
}

int Incoming::fail(int status) {
  failure_status_ = status;
  failure_known_ = true;
  return HPE_USER;
}

}  // namespace reference
