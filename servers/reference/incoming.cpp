// The receiving side of a connection.
#include "servers/reference/incoming.h"

#include <cstring>

namespace reference {

Incoming& Incoming::of(llhttp_t* parser) { return *static_cast<Incoming*>(parser->data); }

llhttp_settings_t Incoming::settings_for(const Callbacks& callbacks) {
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_message_begin = on_message_begin;
  settings.on_url = on_url;
  settings.on_header_field = on_header_field;
  settings.on_header_value = on_header_value;
  settings.on_headers_complete = callbacks.headers_complete;
  settings.on_message_complete = callbacks.message_complete;
  return settings;
}

Incoming::Incoming(const llhttp_settings_t& settings, void* owner)
    : buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)), owner_(owner) {
  llhttp_init(&parser_, HTTP_REQUEST, &settings);
  parser_.data = this;
}

Incoming::Room Incoming::room() {
  if (kBufferBytes - end_ < kMinRead) {
    char* kept = buffer_.get() + parsed_;
    if (keeps_head()) {
      kept = buffer_.get() + (request_.base_ - buffer_.get());
      request_.base_ = buffer_.get();
    }
    const auto moved = static_cast<std::size_t>(kept - buffer_.get());
    std::memmove(buffer_.get(), kept, end_ - moved);
    parsed_ -= moved;
    end_ -= moved;
  }
  return {buffer_.get() + end_, kBufferBytes - end_};
}

Incoming::Outcome Incoming::parse() {
  const llhttp_errno_t error = llhttp_execute(&parser_, buffer_.get() + parsed_, end_ - parsed_);
  if (error == HPE_OK) {
    parsed_ = end_;
  } else if (error == HPE_PAUSED) {
    parsed_ = static_cast<std::size_t>(llhttp_get_error_pos(&parser_) - buffer_.get());
    llhttp_resume(&parser_);
  } else {
    return failure();
  }
  if (keeps_head()) {
    // White space between headers is not counted as header bytes but takes room here.
    const auto kept = static_cast<std::size_t>(buffer_.get() + end_ - request_.base_);
    if (kept > kBufferBytes - kMinRead) return Outcome::kTooLarge;
  } else if (parsed_ == end_) {
    parsed_ = end_ = 0;
  }
  return error == HPE_OK ? Outcome::kAllParsed : Outcome::kPaused;
}

Incoming::Outcome Incoming::failure() const {
  if (too_large_) return Outcome::kTooLarge;
  return refused_ ? Outcome::kRefused : Outcome::kMalformed;
}

bool Incoming::head_is_complete() {
  request_.method_ = static_cast<llhttp_method_t>(parser_.method);
  request_.http_major_ = parser_.http_major;
  request_.http_minor_ = parser_.http_minor;
  refused_ = parser_.method == HTTP_CONNECT;
  // llhttp refuses a transfer coding that does not end in chunked only after this callback, when it would be answered
  // already.
  const bool unframed = (parser_.flags & F_TRANSFER_ENCODING) != 0 && (parser_.flags & F_CHUNKED) == 0;
  if (refused_ || unframed) return false;
  phase_ = Phase::kBody;
  // An upgrade that nobody listens for is ignored: the request is answered like any other.
  parser_.upgrade = 0;
  return true;
}

int Incoming::on_message_begin(llhttp_t* parser) {
  Incoming& self = of(parser);
  self.phase_ = Phase::kHead;
  self.header_bytes_ = 0;
  self.request_.base_ = nullptr;
  self.request_.url_ = {};
  self.request_.headers_.clear();
  return 0;
}

int Incoming::on_url(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  Request& request = self.request_;
  if (request.base_ == nullptr) request.base_ = at;
  request.url_.length += static_cast<std::uint32_t>(length);
  return self.count_header_bytes(length);
}

int Incoming::on_header_field(llhttp_t* parser, const char* at, std::size_t length) {
  Incoming& self = of(parser);
  if (self.phase_ == Phase::kHead) {
    auto& headers = self.request_.headers_;
    const Request::Span piece = self.span(at, length);
    // A name that was cut by the end of a read goes on exactly where it stopped.
    if (!headers.empty() && !headers.back().has_value &&
        headers.back().name.offset + headers.back().name.length == piece.offset) {
      headers.back().name.length += piece.length;
    } else {
      headers.push_back({piece, {piece.offset, 0}, false});
    }
  }
  return self.count_header_bytes(length);
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
  return self.count_header_bytes(length);
}

Request::Span Incoming::span(const char* at, std::size_t length) const {
  return {static_cast<std::uint32_t>(at - request_.base_), static_cast<std::uint32_t>(length)};
}

int Incoming::count_header_bytes(std::size_t length) {
  header_bytes_ += length;
  too_large_ = header_bytes_ >= kMaxHeaderBytes;
  return too_large_ ? HPE_USER : 0;
}

}  // namespace reference
