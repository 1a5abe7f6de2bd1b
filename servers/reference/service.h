// What all connections of a server have in common, for one set of hot paths.
#pragma once

#include <string>
#include <vector>

#include "servers/kernels/header-walk/walk.h"
#include "servers/kernels/name-reference/reference.h"
#include "servers/kernels/raw-headers/request_objects.h"
#include "servers/reference/date.h"
#include "servers/reference/emitter.h"
#include "servers/reference/limits.h"
#include "servers/reference/request_rules.h"

namespace reference {

struct Header {
  std::string_view name;
  std::string_view value;
};

/// Tables of names and shapes, caches, the render function, and the `http.Server` that emits `request`.
template <class Policies>
class Service {
 public:
  explicit Service(const Limits& limits) : limits_(limits) { server_.begin(); }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  const Limits& limits() const { return limits_; }
  engine::NameTable& names() { return names_; }
  const EventNames& events() const { return events_; }
  const name_reference::Identifiers& identifiers() const { return identifiers_; }
  typename Policies::HeaderStore::Shared& stores() { return stores_; }
  typename Policies::ListenerTable::Shared& tables() { return tables_; }
  typename Policies::RawHeaders::Shared& raw_headers() { return raw_headers_; }
  typename Policies::HeadRender& head_render() { return head_render_; }
  const raw_headers::Realm& realm() const { return request_objects_.realm(); }
  /// What an IncomingMessage is to a look-up of `rawHeaders`.
  const raw_headers::Object& request_object() const { return request_object_; }
  DateCache& date() { return date_; }
  Hosts& known_hosts() { return known_hosts_; }
  engine::Shapes& literals() { return literals_; }

  /// An object for writeHead() that the program makes once, before it serves.
  header_walk::PlainObject literal(std::initializer_list<Header> headers) {
    header_walk::PlainObject object(old_, literals_);
    for (const Header& header : headers) header_walk::put(object, old_, names_, header.name, header.value);
    return object;
  }
  engine::Arena& old() { return old_; }

  void on(const engine::Name& event, Listener& listener) { server_.on(event, listener); }
  /// Whether anybody was called.
  bool emit(const engine::Name& event, std::initializer_list<Value> arguments) {
    ++depth_;
    const bool called = server_.emit(event, arguments);
    if (--depth_ == 0) server_young_.reset();
    return called;
  }

 private:
  const Limits limits_;
  engine::NameTable names_;
  EventNames events_{names_};
  name_reference::Identifiers identifiers_;
  typename Policies::HeaderStore::Shared stores_;
  typename Policies::ListenerTable::Shared tables_{names_};
  typename Policies::RawHeaders::Shared raw_headers_;
  typename Policies::HeadRender head_render_;
  raw_headers::RequestObjects request_objects_;
  const raw_headers::Object& request_object_ =
      request_objects_.create(&request_objects_.prototype(0), request_objects_.own_properties());
  DateCache date_;
  Hosts known_hosts_;
  engine::Shapes literals_;
  engine::Arena old_;           ///< what lives as long as the server
  engine::Arena server_young_;  ///< what one emit() of the server allocates
  int depth_ = 0;               ///< of emit()s that are under way
  Emitter<Policies> server_{old_, server_young_, tables_, events_};
};

}  // namespace reference
