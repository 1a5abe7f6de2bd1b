// Reads typed keys from a TOML table and collects everything that is wrong with it.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/error.h"

namespace hotlap::config {

/// A value and where it stands.
template <class T>
struct Located {
  T value;
  toml::source_position at;
};

using LocatedText = Located<std::string>;

/// The problems of one file.
class Findings {
 public:
  explicit Findings(std::string source) : source_(std::move(source)) {}
  /// Something wrong at a place: "source:line:column". Told twice, it is one problem.
  void add(toml::source_position at, std::string what, std::string hint = "");
  void add(const toml::node& at, std::string what, std::string hint = "") {
    add(at.source().begin, std::move(what), std::move(hint));
  }
  /// Something that is not there: has the file as its place.
  void add(std::string what, std::string hint = "");
  /// In the order of the file, what is not there last.
  std::vector<core::Problem> problems() const;
  bool empty() const { return found_.empty(); }
  /// Takes over what `other`, of the same file, found at places where nothing was found so far, and not at `except`: a
  /// file that is read more than once tells a mistake once.
  void absorb(const Findings& other, const std::vector<toml::source_position>& except = {});

 private:
  std::string source_;
  std::vector<std::pair<toml::source_position, core::Problem>> found_;
};

/// The document; a syntax error goes to the findings and leaves nothing.
std::optional<toml::table> parse(std::string_view text, const std::string& source, Findings& findings);

enum class Need { required, optional };

/// Reads one table. A key that is absent or wrong gives nothing; what is wrong goes to the findings.
class TableReader {
 public:
  /// @param table may be null: a table that is not there has no keys.
  /// @param title for messages: "" for the top of the file, "[load]" for a table.
  TableReader(const toml::table* table, std::string title, Findings& findings)
      : table_(table), title_(std::move(title)), findings_(findings) {}

  std::optional<LocatedText> text(std::string_view key, Need need = Need::optional);
  /// An integer within [least, most].
  std::optional<Located<std::int64_t>> integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<Located<bool>> boolean(std::string_view key);
  /// Whether value lies within [least, most]; a finding when not.
  bool in_range(std::string_view key, std::int64_t value, std::int64_t least, std::int64_t most,
                toml::source_position at);
  /// An array of strings.
  std::vector<LocatedText> texts(std::string_view key, Need need = Need::optional);
  /// An array of [name, value] pairs.
  std::vector<std::pair<LocatedText, LocatedText>> pairs(std::string_view key);
  /// A table within this one.
  TableReader table(std::string_view key, Need need = Need::optional);
  /// The tables of an array of tables.
  std::vector<TableReader> tables(std::string_view key);
  /// A value of any type, for the caller to look at; null when there is none.
  const toml::node* any(std::string_view key) { return find(key, Need::optional); }
  /// Where a key of the table stands, or the table itself when there is none; only of a table that is there.
  toml::source_position place_of(std::string_view key) const;
  bool present() const { return table_ != nullptr; }
  /// The names of all keys, for a table whose keys are the writer's own.
  std::vector<std::string> keys() const;
  /// Finds fault with every key that was not asked for.
  void refuse_unknown_keys();

 private:
  const toml::node* find(std::string_view key, Need need);
  const toml::array* find_array(std::string_view key, Need need, const char* expected);
  void wrong_type(const toml::node& node, std::string_view subject, const char* expected);
  std::string in_title() const { return title_.empty() ? "" : " in " + title_; }

  const toml::table* table_;
  std::string title_;
  Findings& findings_;
  std::vector<std::string> asked_;
};

}  // namespace hotlap::config
