// The applications the server can run, one a scenario.
#pragma once

#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <tuple>

#include "servers/reference/incoming_message.h"
#include "servers/reference/response.h"

namespace reference {

inline constexpr std::string_view kHello = "Hello World";

// Each handler has an id, a line of help, and a Program: what it makes once for a server, and what it does with a
// request. A program that wants the body listens to `data` and `end`; every other has ended the response when it
// returns.

struct SetHeader {
  static constexpr std::string_view kId = "set-header";
  static constexpr std::string_view kHelp = "sets Content-Type; end() adds the length";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>&, Response<Policies>& response) {
      response.set_header("Content-Type", "text/plain");
      response.end(kHello);
    }
  };
};

struct SetHeaderLength {
  static constexpr std::string_view kId = "set-header-length";
  static constexpr std::string_view kHelp = "sets Content-Type and Content-Length";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>&, Response<Policies>& response) {
      response.set_header("Content-Type", "text/plain");
      response.set_header("Content-Length", "11");
      response.end(kHello);
    }
  };
};

struct WriteHead {
  static constexpr std::string_view kId = "write-head";
  static constexpr std::string_view kHelp = "gives Content-Type and Content-Length to writeHead(), nothing is stored";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>& service)
        : headers(service.literal({{"Content-Type", "text/plain"}, {"Content-Length", "11"}})) {}
    void handle(IncomingMessage<Policies>&, Response<Policies>& response) {
      response.write_head(200, headers);
      response.end(kHello);
    }
    header_walk::PlainObject headers;
  };
};

struct WriteHeadChunked {
  static constexpr std::string_view kId = "write-head-chunked";
  static constexpr std::string_view kHelp = "gives only Content-Type to writeHead(): the length is not known in time";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>& service) : headers(service.literal({{"Content-Type", "text/plain"}})) {}
    void handle(IncomingMessage<Policies>&, Response<Policies>& response) {
      response.write_head(200, headers);
      response.end(kHello);
    }
    header_walk::PlainObject headers;
  };
};

/// The answer does not depend on what was read; the reading must happen all the same.
inline void use(std::string_view text) {
  const char* bytes = text.data();
  asm volatile("" : : "r"(bytes), "r"(text.size()));
}

struct ReadTwo {
  static constexpr std::string_view kId = "read-two";
  static constexpr std::string_view kHelp = "reads the request's User-Agent and Accept, then as set-header";
  template <class Policies>
  struct Program : SetHeader::Program<Policies> {
    using SetHeader::Program<Policies>::Program;
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      use(request.headers().get("user-agent").value_or(""));
      use(request.headers().get("accept").value_or(""));
      SetHeader::Program<Policies>::handle(request, response);
    }
  };
};

/// Sends back what it gets: a body of some kilobytes is collected and sent with its length, a larger one goes through
/// in pieces. Also for suites that test how bodies are framed.
struct Echo {
  static constexpr std::string_view kId = "echo";
  static constexpr std::string_view kHelp = "answers with the body of the request";
  template <class Policies>
  struct Program {
    /// What the two listeners of a request share; it lies in the arena of the request.
    struct Closure {
      Closure(IncomingMessage<Policies>& request, Response<Policies>& its_response)
          : response(its_response), collected(static_cast<char*>(request.arena().allocate(kCollected))) {}

      void data(std::span<const Value> arguments) {
        const std::string_view piece = object_in<Text>(arguments[0]).text;
        if (size + piece.size() > kCollected) {
          response.write({collected, size});
          size = 0;
          if (piece.size() > kCollected) return response.write(piece);
        }
        std::memcpy(collected + size, piece.data(), piece.size());
        size += piece.size();
      }
      void end(std::span<const Value>) { response.end({collected, size}); }

      Response<Policies>& response;
      char* collected;
      std::size_t size = 0;
      Listener on_data = listener_of<&Closure::data>(*this);
      Listener on_end = listener_of<&Closure::end>(*this);
    };

    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      if (!request.has_body()) return response.end();
      auto* closure = new (request.arena().allocate(sizeof(Closure))) Closure(request, response);
      request.on(request.events().data, closure->on_data);
      request.on(request.events().end, closure->on_end);
    }
  };

 private:
  static constexpr std::size_t kCollected = std::size_t{16} << 10;
};

using Handlers = std::tuple<SetHeader, SetHeaderLength, WriteHead, WriteHeadChunked, ReadTwo, Echo>;

}  // namespace reference
