// A connection whose requests go through one set of hot paths: what becomes of a request between parser and output.
#pragma once

#include <span>

#include "servers/reference/connection.h"
#include "servers/reference/exchange.h"
#include "servers/reference/request_rules.h"

namespace reference {

/// What a listener of `clientError` answers with: bytes as they are, before the connection is closed.
struct RawSocket : emit::Cell {
  explicit RawSocket(Output& its_output) : Cell{emit::Kind::kObject}, output(its_output) {}
  void write(std::string_view bytes) {
    written = true;
    output.append(bytes);
  }
  Output& output;
  bool written = false;
};

template <class Policies>
class HttpConnection final : public Connection {
 public:
  HttpConnection(Connections& all, int socket, Service<Policies>& service, Exchanges<Policies>& exchanges)
      : Connection(all, socket, settings()),
        service_(service),
        exchanges_(exchanges),
        on_finish_(listener_of<&HttpConnection::take_response>(*this)) {
    service.emit(service.events().connection, {});
  }

 private:
  static const llhttp_settings_t& settings() {
    static const llhttp_settings_t settings =
        Incoming::settings_for({on_headers_complete, on_message_complete, on_body});
    return settings;
  }

  static int on_headers_complete(llhttp_t* parser) {
    auto& self = Incoming::owner<HttpConnection>(parser);
    if (!self.incoming_.head_is_complete()) return -1;
    self.answer_request();
    self.give_back();
    return 0;
  }

  static int on_body(llhttp_t* parser, const char* at, std::size_t length) {
    auto& self = Incoming::owner<HttpConnection>(parser);
    if (!self.pending_) return 0;
    const Text piece({at, length});
    self.exchange_->message.emit(self.service_.events().data, {Value::cell(piece)});
    return 0;
  }

  static int on_message_complete(llhttp_t* parser) {
    auto& self = Incoming::owner<HttpConnection>(parser);
    self.incoming_.message_is_complete();
    if (self.pending_) {
      self.exchange_->message.emit(self.service_.events().end, {});
      check(!self.pending_, "a handler ends its response when the request ends");
    }
    self.give_back();
    return self.is_full() ? HPE_PAUSED : 0;
  }

  /// As node does, `request` is emitted when the head is complete; a body that nobody listens for is dropped.
  void answer_request() {
    Request& request = incoming_.request();
    request.identify<Policies>(service_.identifiers());
    const Findings findings = find(request, service_.known_hosts());
    client_stays_ = incoming_.should_keep_alive() && !findings.closes;
    const bool stays_after = stays();
    exchange_ = exchanges_.take();
    exchange_->young.reset();
    exchange_->message.begin(request);
    exchange_->response.begin({.keep_alive = client_stays_ && stays_after,
                               .http_1_1 = request.is_http_1_1(),
                               .wants_body = request.method() != HTTP_HEAD,
                               .loop_ms = loop_ms()},
                              output_);
    exchange_->response.on(service_.events().finish, on_finish_);
    pending_ = true;
    if (findings.refusal != 0) [[unlikely]] {
      return refuse(findings.refusal);
    }
    if (!stays_after && has_its_fill()) [[unlikely]] {
      return drop_request();
    }
    if (findings.expectation && request.is_http_1_1()) [[unlikely]] {
      return answer_expectation(*findings.expectation);
    }
    handle();
  }

  void handle() {
    const bool handled = emit(service_.events().request);
    check(handled, "a server has a handler");
    check(!pending_ || exchange_->message.is_heard(),
          "a handler that reads no body ends its response before it returns");
  }

  /// An event of the server about this request.
  bool emit(const engine::Name& event) {
    return service_.emit(event, {Value::cell(exchange_->message), Value::cell(exchange_->response)});
  }

  void answer_expectation(std::string_view expectation) {
    if (!has_word(expectation, "100-continue")) {
      if (emit(service_.events().check_expectation)) return;
      exchange_->response.write_head(417);
      return exchange_->response.end();
    }
    exchange_->response.await_continue();
    if (emit(service_.events().check_continue)) return;
    exchange_->response.write_continue();
    handle();
  }

  /// As node does, whoever hears of it: the answer is the same.
  void drop_request() {
    service_.emit(service_.events().drop_request, {Value::cell(exchange_->message)});
    exchange_->response.write_head(503);
    exchange_->response.end();
  }

  /// An answer of the server itself, after which the connection ends.
  void refuse(int status) {
    client_stays_ = true;
    static constexpr Header kHeaders[] = {{"Connection", "close"},
                                          {"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}};
    // RFC 9110, section 15.5.6: a 405 tells what is allowed.
    exchange_->response.write_head(status, std::span(kHeaders).first(status == 405 ? 2 : 1));
    exchange_->response.end();
  }

  /// When the response has ended and nobody is in it any more.
  void give_back() {
    if (!pending_ && exchange_ != nullptr) exchanges_.give_back(std::move(exchange_));
  }

  /// The server's own listener of `finish`: node's resOnFinish.
  void take_response(std::span<const Value>) {
    pending_ = false;
    answered(exchange_->response.last());
  }

  Answer answer() const override {
    if (!pending_) return Answer::kNone;
    return exchange_->response.head_written() ? Answer::kBegun : Answer::kDue;
  }

  /// Somebody who listens to `clientError` gets the status and the socket, and then the connection ends.
  bool take_client_error(int status) override {
    RawSocket socket(output_);
    if (!service_.emit(service_.events().client_error, {Value::integer(status), Value::cell(socket)})) return false;
    if (socket.written) answered(true);
    return true;
  }

  void lost() override {
    if (pending_) exchange_->response.emit(service_.events().close, {});
  }

  Service<Policies>& service_;
  Exchanges<Policies>& exchanges_;
  Listener on_finish_;
  std::unique_ptr<Exchange<Policies>> exchange_;  ///< while a request is answered
  bool pending_ = false;                          ///< the response has not ended
};

}  // namespace reference
