// Request objects as node:http and Express have them, for the tests and the micro benchmark.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "servers/kernels/raw-headers/accessor.h"

namespace raw_headers {

/// IncomingMessage.prototype with its accessor, and what inherits from it. Names of properties are interned as names of
/// headers are, so in lower case; that plays no part here.
class RequestObjects {
 public:
  RequestObjects() = default;
  RequestObjects(const RequestObjects&) = delete;
  RequestObjects& operator=(const RequestObjects&) = delete;

  Property value(const std::string& name) { return {&names_.intern(name), nullptr}; }
  Property accessor(const std::string& name, const Getter& getter) { return {&names_.intern(name), &getter}; }

  const Object& create(const Object* prototype, const std::vector<Property>& properties) {
    return objects_.emplace_back(Object{&structures_.get(prototype, properties)});
  }
  /// An object that changes: the same one with other properties.
  void change(const Object& object, const std::vector<Property>& properties) {
    const_cast<Object&>(object).structure = &structures_.get(object.structure->prototype(), properties);
  }

  /// What the constructor of a request leaves in it.
  std::vector<Property> own_properties() {
    std::vector<Property> all;
    for (const char* name : {"_events", "_eventsCount", "_maxListeners", "_readableState", "_consuming", "_dumped",
                             "_closed", "complete", "url", "method", "aborted", "socket", "httpVersion", "statusCode"})
      all.push_back(value(name));
    return all;
  }

  /// A prototype as a framework puts it in between, with a few methods.
  const Object& framework_prototype(const Object& below, int number) {
    std::vector<Property> methods;
    for (const char* name : {"app", "get", "accepts", "is", "param", "protocol"})
      methods.push_back(value(name + std::to_string(number)));
    return create(&below, methods);
  }

  /// The prototype of requests when a framework puts `between` objects below IncomingMessage.prototype.
  const Object& prototype(int between) {
    const Object* at = &message_prototype_;
    for (int i = 0; i < between; ++i) at = &framework_prototype(*at, i);
    return *at;
  }

  const Object& object_prototype() const { return object_prototype_; }
  const Getter& built_in() const { return built_in_; }
  const Realm& realm() const { return realm_; }

 private:
  engine::NameTable names_;
  Structures structures_;
  std::deque<Object> objects_;
  Getter built_in_{1};
  Getter headers_{2};
  const Object& object_prototype_ = create(nullptr, {value("constructor"), value("toString")});
  const Object& readable_prototype_ = create(&object_prototype_, {value("read"), value("push"), value("on")});
  const Object& message_prototype_ =
      create(&readable_prototype_, {value("constructor"), value("_read"), accessor("headers", headers_),
                                    accessor("rawHeaders", built_in_), value("setTimeout")});
  Realm realm_{message_prototype_, names_.intern("rawHeaders"), built_in_};
};

}  // namespace raw_headers
