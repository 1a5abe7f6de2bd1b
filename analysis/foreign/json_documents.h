// Bytes of JSON documents that stand one after another: each ends like a file of its own.
#pragma once

#include <cstddef>
#include <streambuf>

namespace hotlap::foreign {

class Documents : public std::streambuf {
 public:
  explicit Documents(std::streambuf& source) : source_(source) {}
  /// Goes to the next document; false when only blanks are left.
  bool next();
  /// Of the last byte read, from 1.
  std::size_t line() const { return line_; }

 protected:
  int_type underflow() override;
  int_type uflow() override;

 private:
  void follow(char byte);

  std::streambuf& source_;
  std::size_t line_ = 1;
  std::size_t depth_ = 0;
  bool in_text_ = false;
  bool escaped_ = false;
  bool ended_ = false;
};

}  // namespace hotlap::foreign
