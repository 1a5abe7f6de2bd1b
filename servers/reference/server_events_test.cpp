// The events of the server beside `request`: what a listener of each gets, and what it takes over from the server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <uv.h>

#include <memory>
#include <string>
#include <utility>

#include "servers/reference/listening_socket.h"
#include "servers/reference/sets_that_flip.h"
#include "servers/reference/testing.h"

namespace reference {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::mask_dates;
using ::testing::Not;
using ::testing::StartsWith;

/// What happened in the server, a word each.
std::string heard;

/// The server in this process, so that a test's own handler can run in it.
class InProcess {
 public:
  InProcess(std::unique_ptr<Application> application, const Limits& limits) {
    EXPECT_EQ(uv_loop_init(&loop_), 0);
    connections_ = std::make_unique<Connections>(&loop_, std::move(application), limits);
    listener_ = std::make_unique<ListeningSocket>(&loop_, *connections_);
    EXPECT_EQ(listener_->listen("127.0.0.1", 0), 0);
  }
  InProcess(const InProcess&) = delete;
  InProcess& operator=(const InProcess&) = delete;
  ~InProcess() {
    listener_->close();
    connections_->close_timer();
    uv_run(&loop_, UV_RUN_DEFAULT);
    EXPECT_EQ(uv_loop_close(&loop_), 0) << "a connection was left open";
  }

  /// What comes back for some bytes, dates masked, until the server closes; our side ends after them if it is to.
  std::string answer(std::string_view bytes, bool ends = true) {
    testing::Client client(listener_->port());
    client.send(bytes);
    if (ends) client.send_end();
    std::string answer;
    const auto deadline = testing::Clock::now() + testing::kDeadline;
    for (;;) {
      uv_run(&loop_, UV_RUN_NOWAIT);
      char buffer[4096];
      const ssize_t got = recv(client.fd(), buffer, sizeof(buffer), 0);
      if (got == 0 || (got < 0 && errno != EAGAIN)) break;
      if (got > 0) answer.append(buffer, static_cast<std::size_t>(got));
      if (testing::Clock::now() > deadline) {
        ADD_FAILURE() << "the server did not close; so far: " << answer;
        break;
      }
    }
    return mask_dates(answer);
  }

 private:
  uv_loop_t loop_{};
  std::unique_ptr<Connections> connections_;
  std::unique_ptr<ListeningSocket> listener_;
};

/// Echoes, and notes that it was asked to.
template <class Policies>
struct Noting {
  explicit Noting(Service<Policies>& service) : echo(service) {}
  void handle(IncomingMessage<Policies>& request, Response<Policies>& response) {
    heard += "request ";
    echo.handle(request, response);
  }
  Echo::Program<Policies> echo;
};

/// Looks at what the client expects itself, as its path says: lets it go on, or answers at once.
struct Expecting {
  template <class Policies>
  struct Program : Noting<Policies> {
    explicit Program(Service<Policies>& service) : Noting<Policies>(service) {
      service.on(service.events().check_continue, on_continue);
      service.on(service.events().check_expectation, on_expectation);
    }
    void take_continue(std::span<const Value> arguments) {
      heard += "checkContinue ";
      auto& request = object_in<IncomingMessage<Policies>>(arguments[0]);
      auto& response = object_in<Response<Policies>>(arguments[1]);
      if (request.url() == "/no") {
        response.status_code = 413;
        return response.end("no");
      }
      response.write_continue();
      this->handle(request, response);
    }
    void take_expectation(std::span<const Value> arguments) {
      heard += "checkExpectation ";
      object_in<Response<Policies>>(arguments[1]).end("as you like");
    }
    Listener on_continue = listener_of<&Program::take_continue>(*this);
    Listener on_expectation = listener_of<&Program::take_expectation>(*this);
  };
};

/// Words errors itself, or says nothing to them: 431.
struct Wording {
  template <class Policies>
  struct Program : Noting<Policies> {
    explicit Program(Service<Policies>& service) : Noting<Policies>(service) {
      service.on(service.events().client_error, on_error);
    }
    void take_error(std::span<const Value> arguments) {
      heard += "clientError " + std::to_string(arguments[0].as_integer()) + " ";
      if (arguments[0].as_integer() != 431) object_in<RawSocket>(arguments[1]).write("HTTP/1.1 418 Teapot\r\n\r\n");
    }
    Listener on_error = listener_of<&Program::take_error>(*this);
  };
};

/// Keeps every connection, whatever the limit.
struct Clinging {
  template <class Policies>
  struct Program {
    explicit Program(Service<Policies>& service) { service.on(service.events().drop_request, on_drop); }
    void handle(IncomingMessage<Policies>&, Response<Policies>& response) {
      heard += "request ";
      response.set_header("Connection", "keep-alive");
      response.end("x");
    }
    void take_drop(std::span<const Value> arguments) {
      heard += "dropRequest " + std::string(object_in<IncomingMessage<Policies>>(arguments[0]).url()) + " ";
    }
    Listener on_drop = listener_of<&Program::take_drop>(*this);
  };
};

template <class Policies>
struct ServerEvents : ::testing::Test {
  template <class Handler>
  std::unique_ptr<InProcess> serve(Handler handler, const Limits& limits = {}) {
    heard.clear();
    auto application = std::make_unique<ApplicationOf<Policies>>(limits);
    application->run(handler);
    return std::make_unique<InProcess>(std::move(application), limits);
  }
};
using Sets = ::testing::Types<Before, After>;
TYPED_TEST_SUITE(ServerEvents, Sets);

const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
const std::string kKept = "Date: <date>\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n";

std::string expecting(const std::string& path) {
  return "POST " + path + " HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc";
}

TYPED_TEST(ServerEvents, check_continue_instead_of_request_to_a_listener_that_lets_the_client_go_on) {
  const std::string answer = kContinue + "HTTP/1.1 200 OK\r\n" + kKept + "Content-Length: 3\r\n\r\nabc";
  EXPECT_EQ(this->serve(Expecting())->answer(expecting("/yes") + expecting("/yes")), answer + answer);
  EXPECT_EQ(heard, "checkContinue request checkContinue request ") << "the listener calls the handler, once each";
}

TYPED_TEST(ServerEvents, check_continue_to_a_listener_that_answers_and_the_connection_ends_for_want_of_a_100) {
  EXPECT_EQ(this->serve(Expecting())->answer(expecting("/no") + expecting("/no")),
            "HTTP/1.1 413 Payload Too Large\r\nDate: <date>\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno");
  EXPECT_EQ(heard, "checkContinue ");
}

TYPED_TEST(ServerEvents, check_expectation_to_a_listener_that_answers_instead_of_417) {
  EXPECT_EQ(this->serve(Expecting())->answer("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n"),
            "HTTP/1.1 200 OK\r\n" + kKept + "Content-Length: 11\r\n\r\nas you like");
  EXPECT_EQ(heard, "checkExpectation ");
}

TYPED_TEST(ServerEvents, no_event_about_an_expectation_of_http_1_0_or_of_a_request_that_is_refused) {
  const auto server = this->serve(Expecting());
  EXPECT_THAT(server->answer("GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n"), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(server->answer("GET / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
  EXPECT_EQ(heard, "request ");
}

TYPED_TEST(ServerEvents, client_error_to_a_listener_whose_bytes_are_the_answer) {
  const auto server = this->serve(Wording());
  EXPECT_EQ(server->answer("GET / HTTP/1.1\r\nHo st: a\r\n\r\n", false), "HTTP/1.1 418 Teapot\r\n\r\n");
  EXPECT_EQ(heard, "clientError 400 ");
  EXPECT_EQ(server->answer("GET / HTTP/1.1\r\nHost"), "HTTP/1.1 418 Teapot\r\n\r\n") << "the client ends in a head";
  EXPECT_EQ(heard, "clientError 400 clientError 400 ");
}

TYPED_TEST(ServerEvents, client_error_to_a_listener_that_says_nothing_and_the_connection_is_closed_all_the_same) {
  const std::string large = "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n";
  EXPECT_EQ(this->serve(Wording())->answer(large, false), "");
  EXPECT_EQ(heard, "clientError 431 ");
}

TYPED_TEST(ServerEvents, client_error_that_nobody_hears_is_answered_by_the_server) {
  EXPECT_EQ(this->serve(Expecting())->answer("nonsense\r\n\r\n"),
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
}

TYPED_TEST(ServerEvents, drop_request_for_the_one_request_too_many_of_a_handler_that_keeps_the_connection) {
  Limits limits;
  limits.max_requests_per_socket = 2;
  const std::string get = " HTTP/1.1\r\nHost: a\r\n\r\n";
  const std::string answers =
      this->serve(Clinging(), limits)->answer("GET /1" + get + "GET /2" + get + "GET /3" + get + "GET /4" + get);
  EXPECT_EQ(heard, "request request dropRequest /3 ");
  EXPECT_THAT(answers, HasSubstr("\r\n\r\nxHTTP/1.1 503 Service Unavailable\r\nDate: <date>\r\nConnection: close\r\n"));
  EXPECT_THAT(answers, EndsWith("\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
  EXPECT_THAT(answers, Not(HasSubstr("0\r\n\r\nHTTP"))) << "nothing is answered behind it";
}

}  // namespace
}  // namespace reference
