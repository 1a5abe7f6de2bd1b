// One request and its response, and where those wait that nobody uses.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "servers/reference/incoming_message.h"
#include "servers/reference/response.h"

namespace reference {

/// Used again for request after request, of whichever connection.
template <class Policies>
struct Exchange {
  explicit Exchange(Service<Policies>& service) : message(service, young), response(service, young) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  engine::Arena young;  ///< what one request and its response allocate
  IncomingMessage<Policies> message;
  Response<Policies> response;
};

/// The exchange that was given back last is taken first: a handler that answers at once finds it in the cache, as it
/// would find the young generation of a JavaScript engine, however many connections there are.
template <class Policies>
class Exchanges {
 public:
  explicit Exchanges(Service<Policies>& service) : service_(service) { spare_.reserve(kMostSpare); }

  std::unique_ptr<Exchange<Policies>> take() {
    if (spare_.empty()) [[unlikely]] {
      return std::make_unique<Exchange<Policies>>(service_);
    }
    auto taken = std::move(spare_.back());
    spare_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<Exchange<Policies>> exchange) {
    if (spare_.size() < kMostSpare) spare_.push_back(std::move(exchange));
  }

 private:
  static constexpr std::size_t kMostSpare = 64;

  Service<Policies>& service_;
  std::vector<std::unique_ptr<Exchange<Policies>>> spare_;
};

}  // namespace reference
