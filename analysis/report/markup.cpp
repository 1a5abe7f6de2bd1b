// Writes elements.
#include "analysis/report/markup.h"

#include "analysis/report/escape.h"

namespace hotlap::report {

/// Opens and closes the elements.
class ElementWriter {
 public:
  static Markup write(std::string_view name, Attributes attributes, const Markup* content) {
    Markup markup;
    std::string& bytes = markup.bytes_;
    bytes.append("<").append(name);
    for (const Attribute& attribute : attributes) {
      bytes.append(" ").append(attribute.name).append("=\"").append(html(attribute.value)).append("\"");
    }
    bytes += '>';
    if (content != nullptr) bytes.append(content->bytes_).append("</").append(name).append(">");
    return markup;
  }
};

Markup text(std::string_view shown) {
  Markup markup;
  markup.bytes_ = html(shown);
  return markup;
}

Markup verbatim(std::string_view own) {
  Markup markup;
  markup.bytes_ = own;
  return markup;
}

Markup element(std::string_view name, Attributes attributes, const Markup& content) {
  return ElementWriter::write(name, attributes, &content);
}

Markup void_element(std::string_view name, Attributes attributes) {
  return ElementWriter::write(name, attributes, nullptr);
}

std::string figure_words(std::string_view figure) {
  if (figure == "-") return "\u2013";
  std::string words;
  for (std::size_t i = 0; i < figure.size(); ++i) {
    const std::string_view rest = figure.substr(i);
    const bool starts = i == 0 || figure[i - 1] == ' ';
    if (rest.starts_with(" .. ")) {
      words += " to ";
      i += 3;
    } else if (starts && rest.starts_with("+-")) {
      words += "\u00b1";
      ++i;
    } else if (starts && rest.size() > 1 && rest[0] == '-' && rest[1] >= '0' && rest[1] <= '9') {
      words += "\u2212";
    } else if (starts && rest.starts_with("us") &&
               (rest.size() == 2 || std::string_view(" ,/").find(rest[2]) != std::string_view::npos)) {
      words += "\u00b5";
    } else {
      words += figure[i];
    }
  }
  return words;
}

Markup figure_text(std::string_view figure) { return text(figure_words(figure)); }

}  // namespace hotlap::report
