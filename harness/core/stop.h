// The one flag that SIGINT and SIGTERM raise.
#pragma once

namespace hotlap::core {

/// Installs the handlers (SIGINT, SIGTERM, SIGHUP raise the flag; SIGPIPE is ignored). System calls are interrupted,
/// not restarted.
void catch_stop_signals();

/// Whether a stop was asked for.
bool stop_requested();

/// Throws Interrupted when a stop was asked for.
void throw_if_stop_requested();

/// For the tests: raises or lowers the flag.
void set_stop_requested(bool value);

}  // namespace hotlap::core
