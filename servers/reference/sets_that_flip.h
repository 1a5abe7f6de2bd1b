// Makes applications of sets of policies: the one place where everything that does work per request is instantiated.
#pragma once

#include <utility>

#include "servers/reference/handlers.h"
#include "servers/reference/http_connection.h"
#include "servers/reference/policies.h"
#include "servers/reference/sets.h"

namespace reference {

template <class Policies>
class ApplicationOf final : public Application {
 public:
  explicit ApplicationOf(const Limits& limits) : service_(limits) {}

  /// Once, before the first connection.
  template <class Handler>
  void run(Handler) {
    auto running = std::make_shared<Running<typename Handler::template Program<Policies>>>(service_);
    on_request_ = listener_of<&decltype(running)::element_type::handle>(*running);
    program_ = std::move(running);
    service_.on(service_.events().request, on_request_);
  }

  Connection* connect(Connections& all, int socket) override {
    return new HttpConnection<Policies>(all, socket, service_, exchanges_);
  }

 private:
  template <class Program>
  struct Running {
    explicit Running(Service<Policies>& service) : program(service) {}
    void handle(std::span<const Value> arguments) {
      program.handle(object_in<IncomingMessage<Policies>>(arguments[0]), object_in<Response<Policies>>(arguments[1]));
    }
    Program program;
  };

  Service<Policies> service_;
  Exchanges<Policies> exchanges_{service_};
  std::shared_ptr<void> program_;
  Listener on_request_{};
};

template <class Policies>
std::unique_ptr<Application> make(std::string_view id, const Limits& limits) {
  std::unique_ptr<Application> made;
  const auto consider = [&]<class Handler>(Handler handler) {
    if (Handler::kId != id) return;
    auto application = std::make_unique<ApplicationOf<Policies>>(limits);
    application->run(handler);
    made = std::move(application);
  };
  std::apply([&](auto... handler) { (consider(handler), ...); }, Handlers{});
  return made;
}

template <class Policies>
Set set_of() {
  return {Policies::kChoice, make<Policies>};
}

/// From `before`, all variants but the first; from `after`, all but the last.
template <std::size_t kHotPath>
std::vector<Set> sets_that_flip() {
  static_assert(kHotPath <= kHotPathCount);
  if constexpr (kHotPath == kHotPathCount) {
    return {set_of<Before>(), set_of<After>()};
  } else {
    std::vector<Set> sets;
    const auto add = [&]<std::size_t... kVariants>(std::index_sequence<kVariants...>) {
      (sets.push_back(set_of<SetOf<Flipped<FirstVariants, kHotPath, kVariants + 1>>>()), ...);
      (sets.push_back(set_of<SetOf<Flipped<LastVariants, kHotPath, kVariants>>>()), ...);
    };
    add(std::make_index_sequence<kVariantCount<kHotPath> - 1>());
    return sets;
  }
}

}  // namespace reference
