// Where the figures come from: the command, the subjects, the machine; and how to read them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/report/escape.h"
#include "analysis/report/html_parts.h"
#include "analysis/report/summary.h"

namespace hotlap::report {
namespace {

using compare::Comparison;

using Pairs = std::vector<std::pair<std::string, std::string>>;

Markup pair_table(std::string_view caption, const Pairs& pairs) {
  if (pairs.empty()) return {};
  Markup lines;
  for (const auto& [name, value] : pairs) {
    lines += element("tr", element("th", {{"scope", "row"}}, text(name)) + element("td", text(value)));
  }
  return element("table", {{"class", "small"}}, element("caption", text(caption)) + element("tbody", lines));
}

/// The command as it was given; with the seed it makes the same plan again.
std::string command_again(const record::RunHeader& header) {
  std::vector<std::string> words = header.command_line;
  const auto asks_seed = [](const std::string& word) { return word == "--seed" || word.starts_with("--seed="); };
  if (!record::is_imported(header) && std::none_of(words.begin(), words.end(), asks_seed)) {
    words.insert(words.end(), {"--seed", std::to_string(header.seed)});
  }
  return shell_line(words);
}

std::string joined_pairs(const Pairs& pairs) {
  std::string line;
  for (const auto& [name, value] : pairs) line += (line.empty() ? "" : " ") + name + "=" + value;
  return line;
}

Markup subject_table(const record::RunHeader& header) {
  if (header.subjects.empty()) return {};
  Markup lines;
  for (const record::SubjectInfo& subject : header.subjects) {
    Markup line = element("th", {{"scope", "row"}}, text(core::arm_name(subject.arm)));
    for (const std::string& cell : {subject.spec, subject.version, shell_line(subject.arguments),
                                    joined_pairs(subject.environment), subject.executable, subject.hash}) {
      line += element("td", text(cell.empty() ? "\u2013" : cell));
    }
    lines += element("tr", line);
  }
  Markup head;
  for (const char* title : {"Arm", "Subject", "Version", "Arguments", "Environment", "Executable", "Hash"}) {
    head += element("th", {{"scope", "col"}}, text(title));
  }
  return element(
      "table", {{"class", "small wide"}},
      element("caption", text("What ran")) + element("thead", element("tr", head)) + element("tbody", lines));
}

Pairs run_facts(const Comparison& comparison) {
  const record::RunHeader& header = comparison.header;
  Pairs all = facts(comparison);
  all.emplace_back("protocol", header.protocol);
  all.emplace_back("load", header.load_version.empty() || header.load_version == header.load
                               ? header.load
                               : header.load + ", " + header.load_version);
  all.emplace_back("started", header.started_at);
  all.emplace_back("hotlap", header.hotlap_version);
  std::erase_if(all, [](const auto& pair) { return pair.second.empty(); });
  return all;
}

struct Meaning {
  std::string_view word;
  std::string_view meaning;
};

constexpr std::array kVerdicts{
    Meaning{"improvement, regression", "the whole interval lies beyond the margin"},
    Meaning{"equivalent", "the change is shown to be smaller than the margin"},
    Meaning{"inconclusive", "neither can be said; the detectable change tells what could have been seen"},
    Meaning{"insufficient", "too few rounds for any verdict"},
    Meaning{"invalid", "an arm is void: it answered wrongly or broke"},
};

Markup meanings() {
  Markup list;
  for (const auto& [word, meaning] : kVerdicts) {
    list += element("div", element("dt", text(word)) + element("dd", text(meaning)));
  }
  return element("dl", {{"class", "facts"}}, list);
}

}  // namespace

Markup provenance_section(const Comparison& comparison, const PagePlace& /*place*/) {
  const record::RunHeader& header = comparison.header;
  Markup parts;
  if (!header.command_line.empty()) {
    parts += element("pre", {{"class", "command"}, {"tabindex", "0"}}, element("code", text(command_again(header))));
  }
  const Markup tables = pair_table("The run", run_facts(comparison)) + pair_table("The machine", header.environment);
  const Markup subjects = subject_table(header);
  if (!subjects.empty()) {
    parts += element("div", {{"class", "scroll"}, {"role", "region"}, {"tabindex", "0"}, {"aria-label", "What ran"}},
                     subjects);
  }
  return parts + element("div", {{"class", "tables"}}, tables);
}

Markup reading_help(const Comparison& comparison) {
  if (comparison.single) {
    return element(
        "p", text("Each value is the mean over the rounds; a round starts the server afresh. The spread is half of the "
                  "mean's interval. One build alone has no verdict."));
  }
  return element(
             "p",
             text("The change is (new \u2212 old) / old of the metric itself; the arrow beside a metric says which "
                  "direction is better. Its interval holds the true change with the given confidence. Axes begin where "
                  "the values do, not at 0.")) +
         meanings() +
         element(
             "p",
             text("The control is the old build once more, in processes of its own: what it shows is the difference "
                  "that no change makes. If it moves, no verdict of the run is trusted."));
}

}  // namespace hotlap::report
