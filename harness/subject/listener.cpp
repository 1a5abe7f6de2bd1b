// Finds listening sockets in /proc/net/tcp and their owners in /proc/PID/fd.
#include "harness/subject/listener.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

#include "harness/core/error.h"
#include "harness/core/process_tree.h"
#include "harness/subject/file_descriptor.h"

namespace hotlap::subject {
namespace {

constexpr std::string_view kListening = "0A";
/// A connection over loopback is there at once or, with a full backlog, when the server gets round to it.
constexpr int kConnectMilliseconds = 20;

/// An address as these files write it: its 32-bit words, read from memory, in hexadecimal.
template <std::size_t Words>
std::string words_in_hex(const std::array<std::uint32_t, Words>& network_order) {
  std::string text;
  for (const std::uint32_t word : network_order) text += fmt::format("{:08X}", word);
  return text;
}

bool reaches_loopback(std::string_view address) {
  static const std::array<std::string, 4> kReachable{words_in_hex<1>({htonl(INADDR_LOOPBACK)}), words_in_hex<1>({0}),
                                                     words_in_hex<4>({0, 0, 0, 0}),
                                                     words_in_hex<4>({0, 0, htonl(0xffff), htonl(INADDR_LOOPBACK)})};
  return std::find(kReachable.begin(), kReachable.end(), address) != kReachable.end();
}

/// The next word of a line, cut off its front.
std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

struct Row {
  std::string_view address;
  std::string_view port;
  std::string_view state;
  std::uint64_t inode = 0;
};

/// "0: 0100007F:1F90 00000000:0000 0A tx:rx timer retransmits uid timeout inode ...".
Row parse_row(std::string_view line) {
  constexpr int kBetweenStateAndInode = 5;
  Row row;
  next_word(line);
  const std::string_view local = next_word(line);
  const auto colon = local.rfind(':');
  if (colon == std::string_view::npos) return row;
  row.address = local.substr(0, colon);
  row.port = local.substr(colon + 1);
  next_word(line);
  row.state = next_word(line);
  for (int i = 0; i < kBetweenStateAndInode; ++i) next_word(line);
  const std::string_view inode = next_word(line);
  std::from_chars(inode.data(), inode.data() + inode.size(), row.inode);
  return row;
}

/// Whether the last whole line of `text` is of another state.
bool is_past_listeners(std::string_view text) {
  const auto end = text.rfind('\n');
  if (end == std::string_view::npos || end == 0) return false;
  const auto begin = text.rfind('\n', end - 1);
  if (begin == std::string_view::npos) return false;  // the line of titles
  return parse_row(text.substr(begin + 1, end - begin - 1)).state != kListening;
}

/// Listeners come first in these files. The rest is not read, and in small pieces, so that the kernel does not walk
/// through its table of connections to fill a large one: that is a millisecond or more.
std::string read_listeners(const FileDescriptor& file) {
  std::string text;
  std::array<char, 512> buffer{};
  ssize_t got = 0;
  while ((got = read(file.get(), buffer.data(), buffer.size())) > 0 || (got < 0 && errno == EINTR)) {
    if (got < 0) continue;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (is_past_listeners(text)) break;
  }
  return text;
}

}  // namespace

std::vector<std::uint64_t> listening_inodes(std::string_view table, std::uint16_t port) {
  const std::string wanted = fmt::format("{:04X}", port);
  std::vector<std::uint64_t> inodes;
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    const Row row = parse_row(line);
    if (row.state == kListening && row.port == wanted && reaches_loopback(row.address)) inodes.push_back(row.inode);
  }
  return inodes;
}

std::vector<std::uint64_t> listeners_on(std::uint16_t port) {
  for (const char* name : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    const FileDescriptor file(open(name, O_RDONLY | O_CLOEXEC));
    if (!file.valid()) {
      if (errno == ENOENT && std::strcmp(name, "/proc/net/tcp6") == 0) break;  // a kernel without IPv6
      throw core::UserError(
          {std::string("cannot read ") + name + ": " + std::strerror(errno), "",
           "it tells whether the server itself answers on its port; else anything might be measured"});
    }
    auto found = listening_inodes(read_listeners(file), port);
    if (!found.empty()) return found;
  }
  return {};
}

bool holds_socket(pid_t pid, const std::vector<std::uint64_t>& inodes) {
  const std::string path = "/proc/" + std::to_string(pid) + "/fd";
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  if (!folder) return false;
  std::vector<std::string> wanted;
  wanted.reserve(inodes.size());
  for (const auto inode : inodes) wanted.push_back(fmt::format("socket:[{}]", inode));
  std::array<char, 64> target{};
  while (const dirent* entry = readdir(folder.get())) {
    const ssize_t length = readlinkat(dirfd(folder.get()), entry->d_name, target.data(), target.size());
    if (length <= 0) continue;
    const std::string_view link(target.data(), static_cast<std::size_t>(length));
    if (std::find(wanted.begin(), wanted.end(), link) != wanted.end()) return true;
  }
  return false;
}

std::vector<pid_t> holders_of(const std::vector<std::uint64_t>& inodes) {
  std::vector<pid_t> holders;
  for (const auto& process : core::all_processes()) {
    if (holds_socket(process.pid, inodes)) holders.push_back(process.pid);
  }
  return holders;
}

bool accepts_connections(std::uint16_t port) {
  const FileDescriptor socket_file(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket_file.valid()) {
    throw core::UserError({std::string("cannot open a socket: ") + std::strerror(errno), "", "see ulimit -n"});
  }
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(port);
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* address = reinterpret_cast<const sockaddr*>(&there);
  if (connect(socket_file.get(), address, sizeof there) != 0) {
    if (errno != EINPROGRESS) return false;
    pollfd watched{socket_file.get(), POLLOUT, 0};
    if (poll(&watched, 1, kConnectMilliseconds) != 1) return false;
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(socket_file.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) return false;
  }
  // A port of the ephemeral range can be drawn as our own, and TCP then connects the socket to itself.
  sockaddr_in here{};
  socklen_t size = sizeof here;
  if (getsockname(socket_file.get(), reinterpret_cast<sockaddr*>(&here), &size) != 0) return false;
  return here.sin_port != there.sin_port;
}

}  // namespace hotlap::subject
