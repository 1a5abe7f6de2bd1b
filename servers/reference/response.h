// A response as a handler makes it: node's OutgoingMessage, rendered straight into the output of the connection.
#pragma once

#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "servers/kernels/header-store/store.h"
#include "servers/reference/date.h"
#include "servers/reference/framing.h"
#include "servers/reference/limits.h"
#include "servers/reference/output.h"
#include "servers/reference/status.h"

namespace reference {

struct Header {
  std::string_view name;
  std::string_view value;
};

/// "Connection: keep-alive" and, when the server has a timeout for idle connections, what it is.
class KeepAliveLines {
 public:
  KeepAliveLines() { set_timeout(Limits().keep_alive_timeout); }
  /// `milliseconds` 0: none. As in node, whole seconds are told, rounded down.
  void set_timeout(std::uint64_t milliseconds) {
    lines_ = "Connection: keep-alive\r\n";
    if (milliseconds != 0) lines_ += "Keep-Alive: timeout=" + std::to_string(milliseconds / 1000) + "\r\n";
  }
  std::string_view lines() const { return lines_; }

 private:
  std::string lines_;
};

/// What the request and the connection decide about a response.
struct Conversation {
  bool keep_alive = false;  ///< the client keeps the connection, and so may we
  bool http_1_1 = false;    ///< the client understands chunks
  bool wants_body = true;   ///< false for HEAD
  std::uint64_t loop_ms = 0;
};

/// One object a connection, used again for every response. Order and wording of the head are node's; names and values
/// must be valid (a check ends the program) and their bytes must stay until end().
template <class Policies>
class Response {
 public:
  using Store = typename Policies::HeaderStore;

  /// What all responses of a server have in common.
  struct Shared {
    engine::NameTable names;
    typename Store::Shared stores;
    DateCache date;
    KeepAliveLines keep_alive;
  };

  int status_code = 200;

  Response(Shared& shared, Output& output) : shared_(shared), output_(output), store_(arena_, shared.stores) {}
  Response(const Response&) = delete;
  Response& operator=(const Response&) = delete;

  void begin(const Conversation& conversation) {
    status_code = 200;
    conversation_ = conversation;
    state_ = {};
    framing_ = {};
    trailers_.clear();
    collected_.clear();
    store_.clear();
    arena_.reset();
  }

  void set_header(std::string_view name, std::string_view value) {
    check_header(name, value);
    store_.set(shared_.names.intern(name), name, value);
  }

  /// One more line of that name, or the first.
  void append_header(std::string_view name, std::string_view value) {
    check_header(name, value);
    store_.append(shared_.names.intern(name), name, value);
  }

  /// The first value.
  std::optional<std::string_view> get_header(std::string_view name) const {
    const engine::Name* key = shared_.names.find(name);
    const header_store::Entry* entry = key == nullptr ? nullptr : store_.get(*key);
    return entry == nullptr ? std::nullopt : std::optional(entry->first.value);
  }

  bool has_header(std::string_view name) const {
    const engine::Name* key = shared_.names.find(name);
    return key != nullptr && store_.has(*key);
  }

  /// Also says that the header is not to be added on its own: Connection, Content-Length, Transfer-Encoding, Date.
  void remove_header(std::string_view name) {
    check(!state_.head_written, "headers are removed before the head is written");
    state_.removed.note(name, "");
    if (const engine::Name* key = shared_.names.find(name)) store_.remove(*key);
  }

  /// Writes the head. Headers set before are merged with these; without any, these go out without being stored, as in
  /// node.
  void write_head(int status, std::span<const Header> headers = {}) {
    check(!state_.head_written, "the head is written once");
    status_code = status;
    state_.has_body = conversation_.wants_body && status >= 200 && status != 204 && status != 304;
    write_status_line();
    if (store_.size() == 0) {
      for (const Header& header : headers) {
        check_header(header.name, header.value);
        write_line(header.name, header.value);
      }
    } else {
      for (const Header& header : headers) set_header(header.name, header.value);
      store_.walk([this](const header_store::Entry& entry) {
        for (const header_store::Line* line = &entry.first; line != nullptr; line = line->next) {
          write_line(entry.name, line->value);
        }
      });
    }
    write_tail();
    state_.head_written = true;
  }

  /// The whole body. If the head is not written yet, its length is known now and goes into the head.
  void end(std::string_view body = {}) {
    check(!state_.ended, "a response ends once");
    if (!state_.head_written) {
      state_.length_known = true;
      state_.length = body.size();
      write_head(status_code);
    }
    if (state_.has_body) {
      write_piece(body);
      if (state_.chunked) write_last_chunk();
    }
    state_.ended = true;
  }

  /// A part of the body. The first one sends the head, without a length unless the handler gave one.
  void write(std::string_view piece) {
    check(!state_.ended, "nothing is written after the end");
    if (!state_.head_written) write_head(status_code);
    if (state_.has_body) write_piece(piece);
  }

  /// One header line behind the body; it is sent only when the body is chunked, as in node. Name and value must stay
  /// until end().
  void add_trailer(std::string_view name, std::string_view value) {
    check(is_header_name(name) && is_header_value(value), "a trailer is a valid header");
    trailers_.push_back({name, value});
  }

  bool ended() const { return state_.ended; }
  bool head_written() const { return state_.head_written; }
  /// For a handler that collects the body of the request; empty when the response begins.
  std::string& collected() { return collected_; }
  /// No request is answered on this connection after this response. Valid once the head is written.
  bool last() const { return state_.last; }
  std::size_t container_bytes() const { return store_.bytes_allocated(); }

 private:
  struct State {
    bool head_written = false;
    bool ended = false;
    bool has_body = true;
    bool chunked = false;
    bool last = false;
    bool length_known = false;
    std::size_t length = 0;
    Framing removed;
  };

  void check_header(std::string_view name, std::string_view value) const {
    check(!state_.head_written, "headers are set before the head is written");
    check(is_header_name(name), "the name of a header is a token");
    check(is_header_value(value), "the value of a header has no control characters");
  }

  void write_status_line() {
    if (status_code == 200) return output_.append("HTTP/1.1 200 OK\r\n");
    check(status_code >= 100 && status_code <= 999, "a status has three digits");
    char digits[3];
    std::to_chars(digits, digits + 3, status_code);
    output_.append("HTTP/1.1 ");
    output_.append({digits, 3});
    output_.append(" ");
    output_.append(reason_phrase(status_code));
    output_.append("\r\n");
  }

  void write_line(std::string_view name, std::string_view value) {
    char* at = output_.reserve(name.size() + value.size() + 4);
    at = copy_text(at, name);
    *at++ = ':';
    *at++ = ' ';
    at = copy_text(at, value);
    *at++ = '\r';
    *at++ = '\n';
    output_.commit(at);
    framing_.note(name, value);
  }

  /// What node adds after the headers of the handler, in its order.
  void write_tail() {
    state_.chunked = framing_.chunked;
    if (state_.chunked && (status_code == 204 || status_code == 304)) {
      state_.chunked = false;
      conversation_.keep_alive = false;
    }
    if (!framing_.date && !state_.removed.date) output_.append(shared_.date.line(conversation_.loop_ms));
    write_connection();
    if (!framing_.content_length && !framing_.transfer_encoding) write_framing();
    output_.append("\r\n");
  }

  void write_connection() {
    if (framing_.connection) {
      state_.last = framing_.connection_close;
    } else if (state_.removed.connection) {
      state_.last = !conversation_.keep_alive;
    } else if (!conversation_.keep_alive || !(framing_.content_length || conversation_.http_1_1)) {
      state_.last = true;
      output_.append("Connection: close\r\n");
    } else if (framing_.keep_alive) {
      output_.append("Connection: keep-alive\r\n");
    } else {
      output_.append(shared_.keep_alive.lines());
    }
  }

  /// The handler gave neither Content-Length nor Transfer-Encoding.
  void write_framing() {
    if (!state_.has_body) return;
    if (conversation_.http_1_1 && state_.length_known && !state_.removed.content_length && !framing_.trailer) {
      constexpr std::string_view kName = "Content-Length: ";
      char* at = output_.reserve(kName.size() + 22);
      std::memcpy(at, kName.data(), kName.size());
      at = std::to_chars(at + kName.size(), at + kName.size() + 20, state_.length).ptr;
      *at++ = '\r';
      *at++ = '\n';
      output_.commit(at);
    } else if (conversation_.http_1_1 && !state_.removed.transfer_encoding) {
      output_.append("Transfer-Encoding: chunked\r\n");
      state_.chunked = true;
    } else {
      state_.last = true;  // the end of the connection ends the body
    }
  }

  void write_piece(std::string_view piece) {
    if (!state_.chunked) return output_.append(piece);
    if (piece.empty()) return;  // a chunk of nothing would be the last
    char* at = output_.reserve(piece.size() + 20);
    at = std::to_chars(at, at + 16, piece.size(), 16).ptr;
    *at++ = '\r';
    *at++ = '\n';
    std::memcpy(at, piece.data(), piece.size());
    at += piece.size();
    *at++ = '\r';
    *at++ = '\n';
    output_.commit(at);
  }

  void write_last_chunk() {
    if (trailers_.empty()) return output_.append("0\r\n\r\n");
    output_.append("0\r\n");
    for (const Header& trailer : trailers_) {
      for (const std::string_view part :
           {trailer.name, std::string_view(": "), trailer.value, std::string_view("\r\n")}) {
        output_.append(part);
      }
    }
    output_.append("\r\n");
  }

  Shared& shared_;
  Output& output_;
  engine::Arena arena_;
  Store store_;
  Conversation conversation_;
  State state_;
  Framing framing_;
  std::vector<Header> trailers_;
  std::string collected_;
};

}  // namespace reference
