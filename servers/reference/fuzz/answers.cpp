// A strict reader of answers, written apart from everything that the server is made of.
#include "servers/reference/fuzz/answers.h"

#include <algorithm>
#include <optional>

namespace reference::fuzz {
namespace {

constexpr std::string_view kEol = "\r\n";
constexpr std::string_view kStart = "HTTP/1.1 ";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_token(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
bool is_text(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'); }

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return all;
}

class Reader {
 public:
  Reader(std::string_view stream, bool head) : rest_(stream), head_(head) {}

  Answers read() {
    while (fine() && !rest_.empty()) {
      if (closing_) fail("more behind an answer that says close");
      read_one();
    }
    return answers_;
  }

 private:
  struct Head {
    int status = 0;
    std::optional<std::size_t> length;
    bool chunked = false;
    bool close = false;
  };

  bool fine() const { return answers_.problem.empty(); }
  void fail(const std::string& what) {
    if (fine()) answers_.problem = what + ", before: " + std::string(rest_.substr(0, 200));
  }

  std::string_view line() {
    const std::size_t end = rest_.find(kEol);
    if (end == std::string_view::npos) {
      fail("a line that does not end");
      return {};
    }
    const std::string_view found = rest_.substr(0, end);
    if (!std::all_of(found.begin(), found.end(), is_text)) fail("a line with a control character");
    rest_.remove_prefix(end + kEol.size());
    return found;
  }

  void read_one() {
    Head head;
    head.status = status_of(line());
    while (fine()) {
      const std::string_view field = line();
      if (field.empty()) break;
      add_field(head, field);
    }
    if (!fine()) return;
    if (head.status < 200) {
      ++answers_.interim;
      if (head.length || head.chunked) fail("an interim answer with a body");
      return;
    }
    ++answers_.final;
    closing_ = head.close;
    read_body(head);
  }

  int status_of(std::string_view text) {
    const bool good = text.size() > kStart.size() + 4 && text.starts_with(kStart) && is_digit(text[9]) &&
                      is_digit(text[10]) && is_digit(text[11]) && text[12] == ' ' && text[9] >= '1' && text[9] <= '5';
    if (!good) fail("no status line: " + std::string(text));
    return good ? (text[9] - '0') * 100 + (text[10] - '0') * 10 + (text[11] - '0') : 0;
  }

  void add_field(Head& head, std::string_view field) {
    const std::size_t colon = field.find(": ");
    if (colon == 0 || colon == std::string_view::npos) return fail("no header: " + std::string(field));
    const std::string name = lower(field.substr(0, colon));
    const std::string value = lower(field.substr(colon + 2));
    if (!std::all_of(name.begin(), name.end(), is_token)) fail("no name of a header: " + name);
    if (name == "content-length") {
      const bool good = !value.empty() && value.size() < 10 && std::all_of(value.begin(), value.end(), is_digit);
      if (!good || head.length) return fail("Content-Length twice or malformed");
      head.length = std::stoul(value);
    } else if (name == "transfer-encoding") {
      if (value != "chunked" || head.chunked) fail("Transfer-Encoding twice or another than chunked");
      head.chunked = true;
    } else if (name == "connection") {
      head.close |= value == "close";
    }
    if (head.length && head.chunked) fail("Content-Length and Transfer-Encoding");
  }

  void read_body(const Head& head) {
    if (head.status == 204 || head.status == 304) return;
    // An answer to HEAD ends here; a body cannot look like the next answer unless a client wants it to.
    if (head_ && (rest_.empty() || rest_.starts_with(kStart))) return;
    if (head.chunked) return read_chunks();
    if (head.length) {
      if (rest_.size() < *head.length) return fail("a body that breaks off");
      return rest_.remove_prefix(*head.length);
    }
    // The server's own errors have no body and say so by the close; answers to HTTP/1.0 have one that ends with it.
    if (!head.close && !head_) return fail("no end of the body is told");
    if (head.close) rest_ = {};
  }

  void read_chunks() {
    for (;;) {
      if (rest_.find(kEol) == std::string_view::npos) return break_off();
      const std::string_view digits = line();
      const bool good = !digits.empty() && digits.size() < 8 &&
                        digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
      if (!good) return fail("no size of a chunk: " + std::string(digits));
      const std::size_t size = std::stoul(std::string(digits), nullptr, 16);
      if (rest_.size() < size + kEol.size()) return break_off();
      if (rest_.substr(size, kEol.size()) != kEol) return fail("a chunk that is longer than its size");
      rest_.remove_prefix(size + kEol.size());
      if (size == 0) return;
    }
  }
  void break_off() { rest_ = {}; }

  std::string_view rest_;
  bool head_;
  bool closing_ = false;
  Answers answers_;
};

}  // namespace

Answers read_answers(std::string_view stream, bool head) { return Reader(stream, head).read(); }

}  // namespace reference::fuzz
