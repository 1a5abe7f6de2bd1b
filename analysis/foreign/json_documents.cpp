// Follows brackets and quotes, just enough to see where a document ends.
#include "analysis/foreign/json_documents.h"

namespace hotlap::foreign {

bool Documents::next() {
  ended_ = false;
  for (int_type byte = source_.sgetc();; byte = source_.snextc()) {
    if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') return byte != traits_type::eof();
    line_ += byte == '\n';
  }
}

std::streambuf::int_type Documents::underflow() { return ended_ ? traits_type::eof() : source_.sgetc(); }

std::streambuf::int_type Documents::uflow() {
  if (ended_) return traits_type::eof();
  const int_type byte = source_.sbumpc();
  if (byte != traits_type::eof()) follow(traits_type::to_char_type(byte));
  return byte;
}

void Documents::follow(char byte) {
  line_ += byte == '\n';
  if (in_text_) {
    if (!escaped_ && byte == '"') in_text_ = false;
    escaped_ = !escaped_ && byte == '\\';
  } else if (byte == '"') {
    in_text_ = true;
  } else if (byte == '{' || byte == '[') {
    ++depth_;
  } else if ((byte == '}' || byte == ']') && depth_ > 0) {
    ended_ = --depth_ == 0;
  }
}

}  // namespace hotlap::foreign
