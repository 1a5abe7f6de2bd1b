// A response as a handler makes it: node's ServerResponse, rendered into the output of the connection.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "servers/kernels/cork-write/cork.h"
#include "servers/kernels/head-render/render.h"
#include "servers/kernels/header-store/store.h"
#include "servers/reference/emitter.h"
#include "servers/reference/framing.h"
#include "servers/reference/output.h"
#include "servers/reference/service.h"
#include "servers/reference/status.h"
#include "servers/reference/text.h"
#include "servers/reference/written.h"

namespace reference {

/// What the request and the connection decide about a response.
struct Conversation {
  bool keep_alive = false;  ///< the client keeps the connection, and so may we
  bool http_1_1 = false;    ///< the client understands chunks
  bool wants_body = true;   ///< false for HEAD
  std::uint64_t loop_ms = 0;
};

/// Used again for response after response. Order and wording of the head are node's; names and values
/// must be valid (a check ends the program) and their bytes must stay until end(). Emits `prefinish` and `finish` when
/// it has ended and its last byte is in the output, then `close`; only `close` when the connection is lost before that.
template <class Policies>
class Response : public emit::Cell {
 public:
  /// `young` is reset by the owner before each begin().
  Response(Service<Policies>& service, engine::Arena& young)
      : Cell{emit::Kind::kObject},
        service_(service),
        arena_(young),
        store_(young, service.stores()),
        match_(young),
        emitter_(young, young, service.tables(), service.events()) {}
  Response(const Response&) = delete;
  Response& operator=(const Response&) = delete;

  int status_code = 200;

  void begin(const Conversation& conversation, Output& output) {
    output_ = &output;
    status_code = 200;
    conversation_ = conversation;
    state_ = {};
    framing_ = {};
    trailers_.clear();
    store_.clear();
    match_.clear();
    emitter_.clear();
    emitter_.begin();
  }

  const EventNames& events() const { return service_.events(); }
  void on(const engine::Name& event, Listener& listener) { emitter_.on(event, listener); }
  bool emit(const engine::Name& event, std::initializer_list<Value> arguments) {
    return emitter_.emit(event, arguments);
  }

  void set_header(std::string_view name, std::string_view value) {
    check_settable(value);
    store_.set(key_of(name), name, value);
  }

  /// One more line of that name, or the first.
  void append_header(std::string_view name, std::string_view value) {
    check_settable(value);
    store_.append(key_of(name), name, value);
  }

  /// The first value.
  std::optional<std::string_view> get_header(std::string_view name) const {
    const engine::Name* key = service_.names().find(name);
    const header_store::Entry* entry = key == nullptr ? nullptr : store_.get(*key);
    return entry == nullptr ? std::nullopt : std::optional(entry->first.value);
  }

  bool has_header(std::string_view name) const {
    const engine::Name* key = service_.names().find(name);
    return key != nullptr && store_.has(*key);
  }

  /// The client waits before it sends the body. Without write_continue() nobody knows whether it ever comes, so the
  /// connection ends with this response, as in node.
  void await_continue() { keep_alive_once_continued_ = std::exchange(conversation_.keep_alive, false); }
  void write_continue() {
    check(!state_.head_written, "100 Continue comes before the response");
    conversation_.keep_alive = keep_alive_once_continued_;
    output_->append("HTTP/1.1 100 Continue\r\n\r\n");
  }

  /// Also says that the header is not to be added on its own: Connection, Content-Length, Transfer-Encoding, Date.
  void remove_header(std::string_view name) {
    check(!state_.head_written, "headers are removed before the head is written");
    note<Policies>(state_.removed, match_, name, "");
    if (const engine::Name* key = service_.names().find(name)) store_.remove(*key);
  }

  /// Writes the head with the headers that were set.
  void write_head(int status) {
    begin_head(status);
    collect_stored();
    write_collected();
  }

  /// Writes the head. Headers set before are merged with these; without any, these go out without being stored, as in
  /// node. The object may be older than the request.
  void write_head(int status, header_walk::PlainObject& headers) {
    begin_head(status);
    if (store_.size() == 0) {
      each_line(headers, [this](std::string_view name, std::string_view value, bool) {
        check_name(name);
        check_settable(value);
        collect(name, value);
      });
    } else {
      each_line(headers, [this](std::string_view name, std::string_view value, bool is_first) {
        is_first ? set_header(name, value) : append_header(name, value);
      });
      collect_stored();
    }
    write_collected();
  }

  /// With an object that the handler makes for this one response.
  void write_head(int status, std::span<const Header> headers) {
    header_walk::PlainObject object(arena_, service_.literals());
    for (const Header& header : headers) {
      header_walk::put(object, arena_, service_.names(), header.name, header.value);
    }
    write_head(status, object);
  }

  /// The whole body, or the rest of it. If the head is not written yet, the length is known now and goes into it.
  void end(std::string_view body = {}) {
    check(!state_.ended, "a response ends once");
    if (!state_.head_written) {
      state_.length_known = true;
      state_.length = body.size();
      write_head(status_code);
    }
    emit(events().prefinish, {});
    if (state_.has_body) {
      write_piece(body);
      if (state_.chunked) write_last_chunk<typename Policies::CorkWrite>(*output_, trailers_);
    }
    state_.ended = true;
    emit(events().finish, {});
    emit(events().close, {});
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
    std::size_t head_bytes = 0;
    Framing removed;
  };

  static void check_name(std::string_view name) { check(is_header_name(name), "the name of a header is a token"); }
  void check_settable(std::string_view value) const {
    check(!state_.head_written, "headers are set before the head is written");
    check(is_header_value(value), "the value of a header has no control characters");
  }

  /// Every name in the table is a token: nothing else comes into it.
  const engine::Name& key_of(std::string_view name) {
    return service_.names().intern(name, [name] { check_name(name); });
  }

  /// take(name, value, is_first) for each line; is_first: of its name.
  template <class Take>
  void each_line(header_walk::PlainObject& headers, Take&& take) {
    Policies::HeaderWalk::walk(headers, arena_, [&](std::string_view name, const header_walk::Value& value) {
      bool is_first = true;
      header_walk::each_line(value, [&](std::string_view line) {
        take(name, line, is_first);
        is_first = false;
      });
    });
  }

  void begin_head(int status) {
    check(!state_.head_written, "the head is written once");
    check(status >= 100 && status <= 999, "a status has three digits");
    status_code = status;
    state_.has_body = conversation_.wants_body && status >= 200 && status != 204 && status != 304;
    fields_.clear();
  }

  void collect_stored() {
    store_.walk([this](const header_store::Entry& entry) {
      for (const header_store::Line* line = &entry.first; line != nullptr; line = line->next) {
        collect(entry.name, line->value);
      }
    });
  }

  void collect(std::string_view name, std::string_view value) {
    fields_.push_back({name, value});
    state_.head_bytes += name.size() + value.size() + 4;
    note<Policies>(framing_, match_, name, value);
  }

  void write_collected() {
    state_.chunked = framing_.chunked;
    if (state_.chunked && (status_code == 204 || status_code == 304)) {
      state_.chunked = false;
      conversation_.keep_alive = false;
    }
    head_render::Head head;
    head.status = status_text(status_code, arena_);
    head.fields = fields_;
    if (!framing_.date && !state_.removed.date) head.date = service_.date().value(conversation_.loop_ms);
    decide_connection(head);
    HeadLines<typename Policies::CorkWrite> lines{output_->socket(), false};
    constexpr std::size_t kOwnLines = 512;  // status, Date, Connection, Keep-Alive and framing
    if (state_.head_bytes + kOwnLines > output_->room()) [[unlikely]] {
      output_->uncork();
      output_->cork();
      lines.may_overflow = true;
    }
    service_.head_render().render(head, arena_, lines);
    write_framing();
    state_.head_written = true;
  }

  void decide_connection(head_render::Head& head) {
    if (framing_.connection || state_.removed.connection) {
      head.has_connection = true;
      state_.last = framing_.connection ? framing_.connection_close : !conversation_.keep_alive;
      return;
    }
    head.keep_alive = conversation_.keep_alive && (framing_.content_length || conversation_.http_1_1);
    state_.last = !head.keep_alive;
    head.keep_alive_timeout_ms = static_cast<std::int32_t>(service_.limits().keep_alive_timeout);
    head.has_keep_alive = framing_.keep_alive;
    const std::uint64_t most = service_.limits().max_requests_per_socket;
    if (most != 0) head.max_requests = head_render::Value::integer(static_cast<std::int32_t>(most));
  }

  /// What node adds last: how the body is framed, if the handler gave neither Content-Length nor Transfer-Encoding.
  void write_framing() {
    if (framing_.content_length || framing_.transfer_encoding || !state_.has_body) return output_->append("\r\n");
    if (conversation_.http_1_1 && state_.length_known && !state_.removed.content_length && !framing_.trailer) {
      cork_write::write_content_length<typename Policies::CorkWrite>(output_->socket(), state_.length);
    } else if (conversation_.http_1_1 && !state_.removed.transfer_encoding) {
      output_->append("Transfer-Encoding: chunked\r\n\r\n");
      state_.chunked = true;
    } else {
      state_.last = true;  // the end of the connection ends the body
      output_->append("\r\n");
    }
  }

  void write_piece(std::string_view piece) {
    if (piece.empty()) return;  // a chunk of nothing would be the last
    state_.chunked ? write_chunk(*output_, piece) : write_plain(*output_, piece);
  }

  Service<Policies>& service_;
  Output* output_ = nullptr;
  engine::Arena& arena_;
  typename Policies::HeaderStore store_;
  typename Policies::FramingMatch match_;
  Emitter<Policies> emitter_;
  Conversation conversation_;
  bool keep_alive_once_continued_ = false;  ///< set by await_continue()
  State state_;
  Framing framing_;
  std::vector<head_render::Field> fields_;
  std::vector<Header> trailers_;
};

}  // namespace reference
