// The handlers of the pull requests that say more than hello.
#pragma once

#include <string_view>

#include "servers/reference/hello_handlers.h"

namespace reference {

/// deno f843a1fdff: the headers of the request are iterated from end to end.
struct Iterate {
  static constexpr std::string_view kId = "iterate";
  static constexpr std::string_view kHelp = "iterates all headers of the request, then as set-header";
  template <class Policies>
  struct Program : SetHeader::Program<Policies> {
    using SetHeader::Program<Policies>::Program;
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      auto headers = request.fetch_headers();
      auto iterator = headers.iterate();
      while (const header_iteration::Entry* entry = iterator.next()) use(entry->value);
      SetHeader::Program<Policies>::handle(request, response);
    }
  };
};

/// bun's round trip: req.headers is read, four headers go to writeHead().
struct ManyClients {
  static constexpr std::string_view kId = "many-clients";
  static constexpr std::string_view kHelp = "reads req.headers, gives four headers to writeHead()";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>& service)
        : headers(service.literal({{"Content-Type", "text/plain"},
                                   {"Content-Length", "11"},
                                   {"Cache-Control", "no-cache"},
                                   {"X-Served-By", "hotlap"}})) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      use(request.headers().get("user-agent").value_or(""));
      response.write_head(200, headers);
      response.end(kHello);
    }
    header_walk::PlainObject headers;
  };
};

/// What an API of bun's applications does with a request, as far as headers go.
struct JsonApi {
  static constexpr std::string_view kId = "json-api";
  static constexpr std::string_view kHelp = "reads Authorization and Accept, answers with JSON";
  static constexpr std::string_view kBody =
      R"({"id":42,"name":"Ada Lovelace","email":"ada@example.org","roles":["admin","author"],"active":true})";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      use(request.headers().get("authorization").value_or(""));
      use(request.headers().get("accept").value_or(""));
      response.set_header("Content-Type", "application/json; charset=utf-8");
      response.end(kBody);
    }
  };
};

}  // namespace reference
