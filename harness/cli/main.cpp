// hotlap: did this change make the HTTP hot path faster or slower, and how sure are we?
#include <fcntl.h>
#include <unistd.h>

#include <iostream>

#include "harness/cli/program.h"
#include "harness/core/error.h"

namespace {

/// A stream that is closed leaves its number to the next file that is opened, and what is printed goes into that file.
/// False: there is nowhere to print to.
bool hold_standard_streams() {
  const bool has_output = fcntl(STDOUT_FILENO, F_GETFD) != -1;
  int descriptor = 0;
  do descriptor = open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
  return has_output;
}

}  // namespace

int main(int argc, char** argv) {
  if (!hold_standard_streams()) {
    std::cerr << "hotlap: standard output is closed\n  send it somewhere: >/dev/null\n";
    return static_cast<int>(hotlap::core::ExitCode::usage);
  }
  const auto code = hotlap::cli::program(argc, argv, std::cout, std::cerr);
  if (!std::cout.flush() && code == hotlap::core::ExitCode::ok) {
    std::cerr << "hotlap: not all could be written to standard output\n  free some space where it goes\n";
    return static_cast<int>(hotlap::core::ExitCode::usage);
  }
  return static_cast<int>(code);
}
