// What a fuzz input says.
#include "servers/reference/fuzz/script.h"

#include <utility>

namespace reference::fuzz {
namespace {

bool is_action(char letter) { return std::string_view(".edsgtTq").find(letter) != std::string_view::npos; }

}  // namespace

Script parse_script(std::string_view input) {
  Script script;
  if (input.empty()) return script;
  const auto options = static_cast<unsigned char>(input.front());
  script.handler = options & 0x0f;
  script.small_buffer = (options & 0x10) != 0;
  script.few_requests = (options & 0x20) != 0;

  std::string piece;
  const auto end_piece = [&] {
    if (!piece.empty()) script.deeds.push_back({Action::kSend, std::exchange(piece, {})});
  };
  for (std::size_t i = 1; i < input.size(); ++i) {
    if (input[i] != kMark || i + 1 == input.size() || !is_action(input[i + 1])) {
      piece += input[i];
      script.bytes += input[i];
      continue;
    }
    const auto action = static_cast<Action>(input[++i]);
    end_piece();
    if (action == Action::kPiece) continue;
    script.deeds.push_back({action, {}});
    script.only_pieces = false;
  }
  end_piece();
  return script;
}

}  // namespace reference::fuzz
