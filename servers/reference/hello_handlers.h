// Handlers that say hello, each setting its headers in another way.
#pragma once

#include <string_view>

#include "servers/reference/incoming_message.h"
#include "servers/reference/response.h"

namespace reference {

// Each handler has an id, a line of help, and a Program: what it makes once for a server, and what it does with a
// request. A program that wants the body listens to `data` and `end`; every other has ended the response when it
// returns.

inline constexpr std::string_view kHello = "Hello World";

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
  static constexpr std::string_view kHelp = "reads the request's User-Agent and Accept-Language, then as set-header";
  template <class Policies>
  struct Program : SetHeader::Program<Policies> {
    using SetHeader::Program<Policies>::Program;
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      use(request.headers().get("user-agent").value_or(""));
      use(request.headers().get("accept-language").value_or(""));
      SetHeader::Program<Policies>::handle(request, response);
    }
  };
};

}  // namespace reference
