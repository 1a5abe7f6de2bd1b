// The handler that answers with what it is sent.
#pragma once

#include <cstring>
#include <new>
#include <span>
#include <string_view>

#include "servers/reference/incoming_message.h"
#include "servers/reference/response.h"

namespace reference {

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

}  // namespace reference
