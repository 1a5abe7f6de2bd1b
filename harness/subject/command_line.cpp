// Splits the command line of a `cmd:` subject.
#include "harness/core/error.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {
namespace {

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  std::vector<std::string> split() {
    while (at_ < line_.size()) take();
    if (quote_ != 0) {
      throw core::UserError({std::string("a quote ") + quote_ + " is not closed", "cmd:" + std::string(line_),
                             "close it, or write \\" + std::string(1, quote_) + " for the character itself"});
    }
    end_word();
    if (words_.empty()) {
      throw core::UserError({"no command", "cmd:" + std::string(line_), "as cmd:./server --port {port}"});
    }
    return words_;
  }

 private:
  void take() {
    const char c = line_[at_++];
    if (c == '\\' && quote_ != '\'') {
      if (at_ == line_.size()) {
        throw core::UserError(
            {"nothing follows the backslash at the end", "cmd:" + std::string(line_), "write \\\\ for a backslash"});
      }
      add(line_[at_++]);
    } else if (quote_ != 0 ? c == quote_ : c == '\'' || c == '"') {
      quote_ = quote_ != 0 ? '\0' : c;
      in_word_ = true;  // '' is an empty argument
    } else if (quote_ == 0 && is_white(c)) {
      end_word();
    } else {
      add(c);
    }
  }

  void add(char c) {
    word_ += c;
    in_word_ = true;
  }

  void end_word() {
    if (in_word_) words_.push_back(word_);
    word_.clear();
    in_word_ = false;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  char quote_ = 0;
  bool in_word_ = false;
  std::string word_;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> split_command_line(std::string_view line) { return Splitter(line).split(); }

}  // namespace hotlap::subject
