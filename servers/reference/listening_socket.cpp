// Listening and accepting.
#include "servers/reference/listening_socket.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace reference {

int ListeningSocket::listen(const std::string& host, int port) {
  if (const int status = bind_and_listen(host, port); status != 0) return status;
  spare_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (spare_ < 0) return -errno;
  if (const int status = uv_poll_init(loop_, &poll_, socket_); status != 0) return status;
  poll_.data = this;
  return uv_poll_start(&poll_, UV_READABLE, on_ready);
}

int ListeningSocket::bind_and_listen(const std::string& host, int port) {
  sockaddr_storage address{};
  if (uv_ip4_addr(host.c_str(), port, reinterpret_cast<sockaddr_in*>(&address)) != 0) {
    const int status = uv_ip6_addr(host.c_str(), port, reinterpret_cast<sockaddr_in6*>(&address));
    if (status != 0) return status;
  }
  socket_ = ::socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return -errno;
  const int on = 1;
  const socklen_t size = address.ss_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  if (setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0 || ::listen(socket_, kBacklog) != 0) {
    return -errno;
  }
  return 0;
}

std::uint16_t ListeningSocket::port() const {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  // The port stands in the same place in both families.
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

int ListeningSocket::accept() const { return ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC); }

void ListeningSocket::on_ready(uv_poll_t* poll, int, int) {
  auto& self = *static_cast<ListeningSocket*>(poll->data);
  for (;;) {
    const int socket = self.accept();
    if (socket >= 0) {
      self.connections_.accept(socket);
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;  // the next client may do better
    if (errno == EMFILE || errno == ENFILE) self.drop_clients();
    return;
  }
}

/// As node does (that is, libuv): without a descriptor for it a client that waits would be offered again at once, for
/// ever. It is told that it is not served.
void ListeningSocket::drop_clients() {
  if (spare_ >= 0) ::close(spare_);
  for (int socket = accept(); socket >= 0; socket = accept()) ::close(socket);
  spare_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void ListeningSocket::close() {
  if (poll_.data != nullptr) uv_close(reinterpret_cast<uv_handle_t*>(&poll_), nullptr);
  if (socket_ >= 0) ::close(socket_);
  if (spare_ >= 0) ::close(spare_);
}

}  // namespace reference
