// HTML and SVG being written: text of strangers gets in only escaped, and every element is closed.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace hotlap::report {

/// A piece of a page. Made by the functions below only, so that a std::string cannot be taken for markup.
class Markup {
 public:
  Markup& operator+=(const Markup& more) {
    bytes_ += more.bytes_;
    return *this;
  }
  friend Markup operator+(Markup first, const Markup& second) { return std::move(first += second); }
  bool empty() const { return bytes_.empty(); }
  const std::string& bytes() const { return bytes_; }

 private:
  friend Markup text(std::string_view shown);
  friend Markup verbatim(std::string_view own);
  friend class ElementWriter;
  std::string bytes_;
};

/// A name and a value of any text; written escaped and in quotes.
struct Attribute {
  std::string_view name;
  std::string value;
};
using Attributes = std::initializer_list<Attribute>;

/// Text, escaped: markup in it shows as itself.
Markup text(std::string_view shown);
/// Markup of our own, as it is: the style and the script of the page, never anything that was read.
Markup verbatim(std::string_view own);

/// <name attributes>content</name>. The names are ours and not escaped.
Markup element(std::string_view name, Attributes attributes, const Markup& content = {});
inline Markup element(std::string_view name, const Markup& content) { return element(name, {}, content); }
/// <name attributes>: elements that have no content and no end, such as meta and input.
Markup void_element(std::string_view name, Attributes attributes);

/// A figure as people set it: "-1.2 .. +3.0 %" becomes a true minus and "to", "us" the sign of micro, "-" alone a dash.
Markup figure_text(std::string_view figure);
/// The same as text for an attribute, a title, a description.
std::string figure_words(std::string_view figure);

}  // namespace hotlap::report
