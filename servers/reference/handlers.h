// The applications the server can run, one a scenario.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/reference/request.h"
#include "servers/reference/response.h"

namespace reference {

inline constexpr std::string_view kHello = "Hello World";

struct SetHeader {
  static constexpr std::string_view kId = "set-header";
  static constexpr std::string_view kHelp = "sets Content-Type; end() adds the length";
  template <class Policies>
  static void handle(const Request&, Response<Policies>& response) {
    response.set_header("Content-Type", "text/plain");
    response.end(kHello);
  }
};

struct SetHeaderLength {
  static constexpr std::string_view kId = "set-header-length";
  static constexpr std::string_view kHelp = "sets Content-Type and Content-Length";
  template <class Policies>
  static void handle(const Request&, Response<Policies>& response) {
    response.set_header("Content-Type", "text/plain");
    response.set_header("Content-Length", "11");
    response.end(kHello);
  }
};

struct WriteHead {
  static constexpr std::string_view kId = "write-head";
  static constexpr std::string_view kHelp = "gives Content-Type and Content-Length to writeHead(), nothing is stored";
  template <class Policies>
  static void handle(const Request&, Response<Policies>& response) {
    static constexpr Header kHeaders[] = {{"Content-Type", "text/plain"}, {"Content-Length", "11"}};
    response.write_head(200, kHeaders);
    response.end(kHello);
  }
};

struct WriteHeadChunked {
  static constexpr std::string_view kId = "write-head-chunked";
  static constexpr std::string_view kHelp = "gives only Content-Type to writeHead(): the length is not known in time";
  template <class Policies>
  static void handle(const Request&, Response<Policies>& response) {
    static constexpr Header kHeaders[] = {{"Content-Type", "text/plain"}};
    response.write_head(200, kHeaders);
    response.end(kHello);
  }
};

struct ReadTwo {
  static constexpr std::string_view kId = "read-two";
  static constexpr std::string_view kHelp = "reads the request's User-Agent and Accept, then as set-header";
  template <class Policies>
  static void handle(const Request& request, Response<Policies>& response) {
    read(request, "user-agent");
    read(request, "accept");
    SetHeader::handle(request, response);
  }

 private:
  /// The answer does not depend on what was read; the reading must happen all the same.
  static void read(const Request& request, std::string_view name) {
    const auto value = request.header(name);
    const char* bytes = value ? value->data() : nullptr;
    asm volatile("" : : "r"(bytes));
  }
};

/// Sends back what it gets: a body of some kilobytes is collected and sent with its length, a larger one goes through
/// in pieces. Also for suites that test how bodies are framed.
struct Echo {
  static constexpr std::string_view kId = "echo";
  static constexpr std::string_view kHelp = "answers with the body of the request";
  template <class Policies>
  static void handle(const Request&, Response<Policies>&) {}
  template <class Policies>
  static void data(std::string_view piece, Response<Policies>& response) {
    std::string& collected = response.collected();
    collected.append(piece);
    if (collected.size() <= kCollected) return;
    response.write(collected);
    collected.clear();
  }
  template <class Policies>
  static void finish(Response<Policies>& response) {
    response.end(response.collected());
  }

 private:
  static constexpr std::size_t kCollected = std::size_t{16} << 10;
};

using Handlers = std::tuple<SetHeader, SetHeaderLength, WriteHead, WriteHeadChunked, ReadTwo, Echo>;

/// `handle` is called when the head of a request is complete, as node calls the listener of 'request'. A handler that
/// reads bodies has `data`, for each piece, and `finish`; every other has ended its response when `handle` returns.
template <class Policies>
struct Handler {
  void (*handle)(const Request&, Response<Policies>&) = nullptr;
  void (*data)(std::string_view, Response<Policies>&) = nullptr;
  void (*finish)(Response<Policies>&) = nullptr;
};

/// Without `handle` when no handler has that id.
template <class Policies>
Handler<Policies> find_handler(std::string_view id) {
  Handler<Policies> found;
  const auto consider = [&]<class Candidate>(Candidate) {
    if (Candidate::kId != id) return;
    found.handle = &Candidate::template handle<Policies>;
    if constexpr (requires { &Candidate::template finish<Policies>; }) {
      found.data = &Candidate::template data<Policies>;
      found.finish = &Candidate::template finish<Policies>;
    }
  };
  std::apply([&](auto... candidate) { (consider(candidate), ...); }, Handlers{});
  return found;
}

}  // namespace reference
