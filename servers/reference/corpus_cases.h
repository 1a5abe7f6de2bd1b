// The traits of llhttp's message corpus (its test/request/*.md), in messages of our own: more rows for request_cases.h.
// Rows of the corpus that the table of request cases has already are not repeated, nor are its lenient modes: this
// server has none, so their messages appear as the refusals that they are.
#pragma once

#include <vector>

#include "servers/reference/request_cases.h"

namespace reference::testing {

std::vector<RequestCase> corpus_connection_cases();  ///< connection.md, finish.md, pipelining.md, pausing.md
std::vector<RequestCase> corpus_framing_cases();     ///< content-length.md, transfer-encoding.md
std::vector<RequestCase> corpus_head_cases();        ///< invalid.md, lenient-*.md, sample.md
std::vector<RequestCase> corpus_line_cases();        ///< method.md, uri.md, and the versions of invalid.md

/// All of them; names are unique, also against request_cases().
inline const std::vector<RequestCase>& corpus_cases() {
  static const std::vector<RequestCase> all = [] {
    std::vector<RequestCase> rows;
    for (const auto topic : {corpus_connection_cases, corpus_framing_cases, corpus_head_cases, corpus_line_cases}) {
      for (RequestCase& one : topic()) rows.push_back(std::move(one));
    }
    return rows;
  }();
  return all;
}

}  // namespace reference::testing
