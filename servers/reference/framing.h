// What the headers of a response say about framing and connection, found while they are collected.
#pragma once

namespace reference {

/// Which of the headers that steer node's tail were among the collected ones, and what they said.
struct Framing {
  bool connection = false;
  bool connection_close = false;
  bool keep_alive = false;
  bool content_length = false;
  bool transfer_encoding = false;
  bool chunked = false;
  bool date = false;
  bool trailer = false;
};

}  // namespace reference
