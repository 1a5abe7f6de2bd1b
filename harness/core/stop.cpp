// Signal handlers that only raise a flag.
#include "harness/core/stop.h"

#include <csignal>
#include <initializer_list>

#include "harness/core/error.h"

namespace hotlap::core {
namespace {

volatile std::sig_atomic_t stop_flag = 0;

void raise_flag(int) { stop_flag = 1; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = raise_flag;  // no SA_RESTART: a wait must end when the user wants to stop
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (number == SIGHUP && before.sa_handler == SIG_IGN) continue;  // nohup wants us to go on
    sigaction(number, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

bool stop_requested() { return stop_flag != 0; }

void throw_if_stop_requested() {
  if (stop_requested()) throw Interrupted();
}

void set_stop_requested(bool value) { stop_flag = value ? 1 : 0; }

}  // namespace hotlap::core
