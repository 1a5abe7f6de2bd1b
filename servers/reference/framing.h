// What the headers of a response say about framing and connection, found while they are collected.
#pragma once

#include <string_view>

#include "servers/kernels/framing-match/match.h"
#include "servers/kernels/framing-names/framing.h"
#include "servers/reference/text.h"

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

/// Looks at one more header: as node finds those that steer the connection, and as bun finds the two that frame the
/// body.
template <class Policies>
void note(Framing& framing, typename Policies::FramingMatch& match, std::string_view name, std::string_view value) {
  switch (match.match(name)) {
    case framing_match::Field::kConnection:
      framing.connection = true;
      framing.connection_close |= has_word(value, "close");
      break;
    case framing_match::Field::kKeepAlive:
      framing.keep_alive = true;
      break;
    case framing_match::Field::kDate:
      framing.date = true;
      break;
    case framing_match::Field::kTrailer:
      framing.trailer = true;
      break;
    default:
      break;
  }
  switch (Policies::FramingNames::template classify<typename Policies::NameLookup>(name)) {
    case framing_names::Framing::kContentLength:
      framing.content_length = true;
      break;
    case framing_names::Framing::kTransferEncoding:
      framing.transfer_encoding = true;
      framing.chunked |= has_word(value, "chunked");
      break;
    case framing_names::Framing::kNone:
      break;
  }
}

}  // namespace reference
