// What a fuzz input says: the bytes of a client, and what else it does between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reference::fuzz {

/// In front of the letter of an action; a byte that HTTP has no use for, so that a seed is a request with a few marks.
inline constexpr char kMark = '\xf7';

enum class Action : char {
  kSend = 0,           ///< bytes; what comes before them has been read by the server
  kPiece = '.',        ///< nothing but the border between two kSend
  kEnd = 'e',          ///< ends the client's side
  kDrop = 'd',         ///< closes, with unread answers if there are any: a reset
  kStopReading = 's',  ///< answers stay where they are
  kGoOnReading = 'g',
  kSecond = 't',   ///< a second passes
  kMinutes = 'T',  ///< more time than any timeout passes
  kShutdown = 'q'  ///< the server is asked to stop
};

struct Deed {
  Action action = Action::kSend;
  std::string bytes;
};

struct Script {
  std::size_t handler = 0;    ///< index, modulo their number
  bool small_buffer = false;  ///< the server's side of the socket takes few bytes at a time
  bool few_requests = false;  ///< two on a connection, then it ends
  std::vector<Deed> deeds;
  std::string bytes;        ///< all of them
  bool only_pieces = true;  ///< no other deeds: the answers must be those to all bytes at once
};

/// The first byte has the options, each of the others is a byte of the client or, behind a mark, another deed. An
/// unknown letter stands for itself.
Script parse_script(std::string_view input);

}  // namespace reference::fuzz
