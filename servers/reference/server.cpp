// The listening socket and the signals.
#include "servers/reference/server.h"

#include <uv.h>

#include <array>
#include <csignal>
#include <memory>
#include <utility>

#include "servers/reference/check.h"
#include "servers/reference/connections.h"
#include "servers/reference/listening_socket.h"
#include "servers/reference/sets.h"

namespace reference {
namespace {

class Server {
 public:
  Server(uv_loop_t* loop, std::unique_ptr<Application> application, const Limits& limits)
      : connections_(loop, std::move(application), limits), listener_(loop, connections_) {
    for (uv_signal_t& signal : signals_) {
      uv_signal_init(loop, &signal);
      signal.data = this;
    }
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// 0, or an error of libuv.
  int listen(const std::string& host, int port) {
    // Who can connect can also stop the server: signals first.
    int status = uv_signal_start(&signals_[0], on_signal, SIGTERM);
    if (status == 0) status = uv_signal_start(&signals_[1], on_signal, SIGINT);
    if (status == 0) status = listener_.listen(host, port);
    return status;
  }

  /// No new connections; the loop ends when the open ones are closed.
  void stop() {
    if (stopped_) return;
    stopped_ = true;
    listener_.close();
    for (uv_signal_t& signal : signals_) uv_close(reinterpret_cast<uv_handle_t*>(&signal), nullptr);
    connections_.drain();
  }

  void close_timer() { connections_.close_timer(); }
  std::uint64_t answered() const { return connections_.answered(); }

 private:
  static void on_signal(uv_signal_t* signal, int) { static_cast<Server*>(signal->data)->stop(); }

  std::array<uv_signal_t, 2> signals_;
  Connections connections_;
  ListeningSocket listener_;
  bool stopped_ = false;
};

std::string listen_problem(const Options& options, int status) {
  std::string problem = "cannot listen on " + options.host + " port " + std::to_string(options.port) + ": ";
  problem += uv_strerror(status);
  if (status == UV_EADDRINUSE) problem += "; stop the program that has the port, or give another --port";
  if (status == UV_EACCES) problem += "; give a --port above 1023";
  if (status == UV_EADDRNOTAVAIL) problem += "; give a --host that this machine has";
  return problem;
}

}  // namespace

Served serve(const Options& options) {
  std::unique_ptr<Application> application = make_application(options.choice, options.handler, options.limits);
  check(application != nullptr, "the options name a handler that exists");
  // A client that is gone is an error of the write, not the end of the server.
  std::signal(SIGPIPE, SIG_IGN);

  Served served;
  uv_loop_t loop;
  if (const int status = uv_loop_init(&loop); status != 0) {
    served.problem = std::string("no event loop: ") + uv_strerror(status);
    return served;
  }
  Server server(&loop, std::move(application), options.limits);
  if (const int status = server.listen(options.host, options.port); status != 0) {
    served.problem = listen_problem(options, status);
    server.stop();
  }
  uv_run(&loop, UV_RUN_DEFAULT);
  server.close_timer();
  uv_run(&loop, UV_RUN_DEFAULT);
  check(uv_loop_close(&loop) == 0, "every handle is closed at the end");
  served.requests = server.answered();
  return served;
}

}  // namespace reference
