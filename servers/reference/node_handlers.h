// The handlers of Node's benchmark/http, steered by the path of the request as there.
#pragma once

#include <array>
#include <charconv>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "servers/reference/hello_handlers.h"

namespace reference {

/// The parts of "/a/b/c"; missing ones are empty.
inline std::array<std::string_view, 6> path_parts(std::string_view path) {
  std::array<std::string_view, 6> parts;
  for (std::string_view& part : parts) {
    if (!path.empty()) path.remove_prefix(1);
    part = path.substr(0, path.find('/'));
    path.remove_prefix(part.size());
  }
  return parts;
}

/// A number of at most `most`; what is none, or more, is absent. Bodies are kept for each length that was asked for, so
/// a client must not be able to ask for any.
inline std::optional<std::size_t> number_of(std::string_view text, std::size_t most) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > most) return std::nullopt;
  return number;
}

template <class Policies>
void answer_not_found(Response<Policies>& response) {
  response.status_code = 404;
  response.end("not found\n");
}

/// Bodies by their length, made once.
class Bodies {
 public:
  explicit Bodies(std::string_view unit) : unit_(unit) {}

  /// Null when it is longer than two megabytes, or when many lengths are kept already.
  const std::string* of_length(std::size_t bytes) {
    const auto known = kept_.find(bytes);
    if (known != kept_.end()) return &known->second;
    if (bytes > kMostBytes || kept_.size() == kMostBodies) return nullptr;
    std::string& body = kept_[bytes];
    while (body.size() + unit_.size() <= bytes) body += unit_;
    return &body;
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{2} << 20;
  static constexpr std::size_t kMostBodies = 64;
  std::string_view unit_;
  std::map<std::size_t, std::string> kept_;
};

/// fixtures/simple-http-server.js: /TYPE/LENGTH/CHUNKS/HOW/CHUNKED. A string and a Buffer are the same bytes here.
struct Fixture {
  static constexpr std::string_view kId = "fixture";
  static constexpr std::string_view kHelp = "/bytes|buffer/LENGTH/CHUNKS/HOW/CHUNKED, Node's simple-http-server";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      const auto [type, length, chunks, how, chunked, rest] = path_parts(request.url());
      const auto bytes = number_of(length, static_cast<std::size_t>(-1));
      const auto pieces = number_of(chunks, kMostPieces);
      const std::string* body = bytes.value_or(0) == 0 ? nullptr : bodies.of_length(*bytes);
      if ((type != "bytes" && type != "buffer") || body == nullptr || !pieces) return answer_not_found(response);
      write_headers(response, how,
                    chunked == "0" ? Header{"Content-Length", length} : Header{"Transfer-Encoding", "chunked"});
      write_body(response, *body, *pieces);
    }

   private:
    static constexpr std::size_t kMostPieces = 1000;

    static void write_headers(Response<Policies>& response, std::string_view how, const Header& framing) {
      constexpr Header kType = {"Content-Type", "text/plain"};
      if (how == "setHeader" || how == "setHeaderWH" || how == "setHeaderImplicit") {
        response.set_header(kType.name, kType.value);
        if (how == "setHeader") response.set_header(framing.name, framing.value);
        if (how == "setHeaderWH") response.write_head(200, std::array{framing});
      } else {
        response.write_head(200, std::array{kType, framing});
      }
    }

    static void write_body(Response<Policies>& response, std::string_view body, std::size_t pieces) {
      const std::size_t step = pieces == 0 ? 0 : std::max<std::size_t>(1, body.size() / pieces);
      for (std::size_t i = 1; i < pieces && body.size() > step; ++i) {
        response.write(body.substr(0, step));
        body.remove_prefix(step);
      }
      response.end(body);
    }

    Bodies bodies{"C"};
  };
};

/// headers.js: one object for all requests, /LINES/LINES_OF_A_NAME.
struct ManyHeaders {
  static constexpr std::string_view kId = "headers";
  static constexpr std::string_view kHelp = "/N/LEN: N lines in N / LEN names given to writeHead(), Node's headers.js";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>& its_service) : service(its_service) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      const auto parts = path_parts(request.url());
      const auto lines = number_of(parts[0], 1000);
      const auto each = number_of(parts[1], 1000);
      if (!lines || each.value_or(0) == 0 || (objects.size() == 64 && !objects.contains({*lines, *each}))) {
        return answer_not_found(response);
      }
      response.write_head(200, object(*lines, *each));
      response.end();
    }

   private:
    header_walk::PlainObject& object(std::size_t lines, std::size_t each) {
      const auto known = objects.find({lines, each});
      if (known != objects.end()) return known->second;
      auto& made = objects.emplace(std::pair(lines, each), service.literal({})).first->second;
      put(made, "Connection", "keep-alive");
      put(made, "Transfer-Encoding", "chunked");
      for (std::size_t i = 0; i < lines / each; ++i) {
        const std::string_view value = keep("some header value " + std::to_string(i));
        header_walk::put(made, service.old(), service.names(), keep("foo" + std::to_string(i)),
                         std::vector<std::string_view>(each, value));
      }
      return made;
    }
    void put(header_walk::PlainObject& to, std::string_view name, std::string_view value) {
      header_walk::put(to, service.old(), service.names(), name, value);
    }
    std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }

    Service<Policies>& service;
    std::deque<std::string> texts;
    std::map<std::pair<std::size_t, std::size_t>, header_walk::PlainObject> objects;
  };
};

/// incoming_headers.js: /1 reads a header, /0 reads none.
struct IncomingHeaders {
  static constexpr std::string_view kId = "incoming-headers";
  static constexpr std::string_view kHelp = "/1 reads req.headers.host, /0 does not; Node's incoming_headers.js";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      if (request.url() == "/1") use(request.headers().get("host").value_or(""));
      response.end();
    }
  };
};

/// end-vs-write-end.js: /TYPE/LENGTH/METHOD.
struct EndVsWriteEnd {
  static constexpr std::string_view kId = "end-vs-write-end";
  static constexpr std::string_view kHelp = "/asc|utf|buf/LENGTH/write|end, Node's end-vs-write-end.js";
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>&) {}
    void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
      const auto parts = path_parts(request.url());
      const auto bytes = number_of(parts[1], static_cast<std::size_t>(-1));
      const bool is_utf = parts[0] == "utf";
      const bool is_write = parts[2] == "write";
      const std::string* body = bytes ? (is_utf ? utf : ascii).of_length(*bytes) : nullptr;
      if ((!is_utf && parts[0] != "asc" && parts[0] != "buf") || body == nullptr || (!is_write && parts[2] != "end")) {
        return answer_not_found(response);
      }
      if (is_write) response.write(*body);
      response.end(is_write ? std::string_view() : *body);
    }

   private:
    Bodies ascii{"a"};
    Bodies utf{"\u00fc"};
  };
};

}  // namespace reference
