// A request as a handler sees it: node's IncomingMessage.
#pragma once

#include <array>
#include <bit>
#include <new>

#include "servers/kernels/call-arguments/functions.h"
#include "servers/kernels/header-iteration/headers.h"
#include "servers/kernels/raw-headers/object.h"
#include "servers/reference/emitter.h"
#include "servers/reference/folded_headers.h"
#include "servers/reference/request.h"
#include "servers/reference/service.h"

namespace reference {

/// Used again for request after request. Emits `data` for each piece of the body (a Text, valid during
/// the call) and `end`, to a handler that listens when it returns; else the body is dropped.
template <class Policies>
class IncomingMessage : public emit::Cell {
 public:
  IncomingMessage(Service<Policies>& service, engine::Arena& arena)
      : Cell{emit::Kind::kObject},
        service_(service),
        arena_(arena),
        object_(service.request_object()),
        emitter_(arena, arena, service.tables(), service.events()) {}

  /// The constructor in JavaScript; the arena is empty. The request stays while it is answered.
  void begin(const Request& request) {
    request_ = &request;
    using call_arguments::EncodedValue;
    const std::array<EncodedValue, 8> arguments = {
        call_arguments::kServerCalls,
        encoded(request_->url().data()),
        call_arguments::integer(request_->method()),
        call_arguments::kUndefined,
        call_arguments::kUndefined,
        encoded(request_),
        request_->has_body() ? call_arguments::kTrue : call_arguments::kFalse,
        encoded(this)};
    call_arguments::Heap heap(arena_);
    call_arguments::construct<typename Policies::CallArguments>(heap, {this, arguments.size(), arguments.data()},
                                                                fields_);
    headers_ = nullptr;
    emitter_.clear();
    listens_ = false;
  }

  llhttp_method_t method() const { return static_cast<llhttp_method_t>(call_arguments::as_integer(fields_.method)); }
  std::string_view url() const { return request_->url(); }
  bool is_http_1_1() const { return request_->is_http_1_1(); }
  /// A body may follow: the request has Content-Length or Transfer-Encoding.
  bool has_body() const { return fields_.no_body == call_arguments::kFalse; }

  /// `headers`: made when it is read first, from the request as it came in, if no object before the built-in accessor
  /// has `rawHeaders` of its own.
  const FoldedHeaders& headers() {
    if (headers_ == nullptr) {
      const typename Policies::RawHeaders raw_headers(service_.realm(), service_.raw_headers());
      check(raw_headers.reaches_accessor(object_), "nobody puts rawHeaders before the built-in accessor");
      headers_ = new (arena_.allocate(sizeof(FoldedHeaders))) FoldedHeaders(*request_, arena_);
    }
    return *headers_;
  }

  /// `rawHeaders`: the lines as they came.
  std::size_t raw_header_count() const { return request_->header_count(); }
  std::string_view raw_header_name(std::size_t index) const { return request_->header_name(index); }
  std::string_view raw_header_value(std::size_t index) const { return request_->header_value(index); }

  /// The request's `Headers` of fetch, as a server behind the fetch API hands it out: immutable.
  typename Policies::HeaderIteration fetch_headers() {
    const std::size_t count = request_->header_count();
    auto* pairs = static_cast<header_iteration::Pair*>(arena_.allocate(count * sizeof(header_iteration::Pair)));
    for (std::size_t i = 0; i < count; ++i) {
      new (pairs + i) header_iteration::Pair{request_->header_name(i), request_->header_value(i)};
    }
    return {arena_, arena_, {pairs, count}, header_iteration::Guard::kImmutable};
  }

  /// For what a handler keeps until it has ended the response.
  engine::Arena& arena() { return arena_; }
  const EventNames& events() const { return service_.events(); }
  void on(const engine::Name& event, Listener& listener) {
    if (!listens_) emitter_.begin();
    listens_ = true;
    emitter_.on(event, listener);
  }
  /// Somebody listens, to whatever event.
  bool is_heard() const { return listens_; }
  bool emit(const engine::Name& event, std::initializer_list<Value> arguments) {
    return listens_ && emitter_.emit(event, arguments);
  }

 private:
  static call_arguments::EncodedValue encoded(const void* pointer) { return std::bit_cast<std::uintptr_t>(pointer); }

  Service<Policies>& service_;
  const Request* request_ = nullptr;
  engine::Arena& arena_;
  const raw_headers::Object& object_;
  call_arguments::IncomingMessage fields_;
  const FoldedHeaders* headers_ = nullptr;  ///< in the arena
  Emitter<Policies> emitter_;
  bool listens_ = false;  ///< somebody does: the table of listeners is made for the first
};

/// A piece of a body as an argument of `data`.
struct Text : emit::Cell {
  explicit Text(std::string_view bytes) : Cell{emit::Kind::kObject}, text(bytes) {}
  std::string_view text;
};

}  // namespace reference
