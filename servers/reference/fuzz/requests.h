// What a request must look like: its head by the grammar of RFC 9112, read apart from everything the server is made of.
#pragma once

#include <string>
#include <string_view>

namespace reference::fuzz {

struct Head {
  std::string fault;   ///< empty when a server may answer with 200, else what forbids it
  bool close = false;  ///< the client asks that the answer be the last
};

/// The head that the bytes begin with. Lines end in CR LF: the server does not take what RFC 9112, section 2.2, lets it
/// take.
Head read_head(std::string_view bytes);

}  // namespace reference::fuzz
