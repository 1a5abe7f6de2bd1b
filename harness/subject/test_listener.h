// A listening socket for the tests.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <stdexcept>

#include "harness/subject/file_descriptor.h"
#include "harness/subject/test_support.h"

namespace hotlap::subject {

/// Listens on a port that was free.
class TestListener {
 public:
  explicit TestListener(in_addr_t address = INADDR_LOOPBACK, std::uint16_t port = 0)
      : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int yes = 1;
    setsockopt(file_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_port = htons(port);
    here.sin_addr.s_addr = htonl(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&here);
    socklen_t size = sizeof here;
    if (bind(file_.get(), generic, size) != 0 || listen(file_.get(), 16) != 0 ||
        getsockname(file_.get(), generic, &size) != 0) {
      throw std::runtime_error("no port to listen on");
    }
    port_ = ntohs(here.sin_port);
  }
  std::uint16_t port() const { return port_; }
  int file() const { return file_.get(); }
  void close() { file_.close(); }

 private:
  FileDescriptor file_;
  std::uint16_t port_ = 0;
};

}  // namespace hotlap::subject
