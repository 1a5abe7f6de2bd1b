// What other tools measured, as a record that can be judged like one of our own: one file per format.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/record.h"

namespace hotlap::foreign {

class Collector;

struct Format {
  std::string id;    ///< "node-csv"
  std::string help;  ///< one sentence: which tool writes it, and how
  /// Whether a file that starts like this (up to 4 KiB, without a byte-order mark) is of this format.
  bool (*recognises)(std::string_view start);
  /// Reads one file to its end, holding no more than the numbers it collects. Throws UserError naming "file:line".
  void (*read)(std::istream& text, Collector& collector);
};

/// All formats, in the order in which they are tried.
const std::vector<Format>& formats();
/// Throws UserError with the list of formats on a miss.
const Format& format(std::string_view id);

/// A file of an import.
struct Source {
  std::string path;
  std::optional<core::Arm> arm;  ///< what the whole file is of; nothing: it holds both builds
};

/// One file with both builds, or files of old and files of new, each of which holds samples of its own: a process each, say.
///
/// The k-th sample of a configuration of each build is round k. Where a file's own order takes the builds in turns, it
/// is the launch order of that round; everything else is a record that does not say in which order the builds ran, of
/// which compare::compare makes no paired figures.
/// @param from a format's id; empty: by the start of the files.
/// Throws UserError for what cannot be read, naming "file:line", for files of different tools and for a file named twice
/// for one build; names on one side only, unequal numbers of samples and
/// whatever was left out are warnings in the header.
record::Record import_files(const std::vector<Source>& files, std::string_view from);
/// The same for one path, with both builds, or two: old, then new.
record::Record import(const std::vector<std::string>& paths, std::string_view from);

}  // namespace hotlap::foreign
