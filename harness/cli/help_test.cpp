// Tests of the manual: every page has a title, no placeholder is left, and what is not there is suggested.
#include "harness/cli/help.h"

#include <gmock/gmock.h>

#include <sstream>

#include "harness/cli/program.h"

namespace hotlap::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Printed {
  core::ExitCode code;
  std::string out, err;
};

Printed printed(std::vector<const char*> words) {
  words.insert(words.begin(), "hotlap");
  std::ostringstream out, err;
  const auto code = program(static_cast<int>(words.size()), words.data(), out, err);
  return {code, out.str(), err.str()};
}

TEST(Help, ListsEveryPage) {
  const Printed list = printed({"help"});
  EXPECT_GE(help_pages().size(), 9U);
  for (const HelpPage& page : help_pages()) EXPECT_THAT(list.out, HasSubstr("  " + std::string(page.topic) + " "));
}

TEST(Help, FillsEveryPlaceholder) {
  for (const HelpPage& page : help_pages()) {
    EXPECT_THAT(std::string(page.text), StartsWith("# "));
    std::string text = filled(page.text);
    if (page.topic == "subjects") text.erase(text.find("{port}"), 6);  // what a user writes
    EXPECT_THAT(text, Not(HasSubstr("{"))) << page.topic;
  }
}

TEST(Help, PrintsTheDefaultOfTheOption) {
  EXPECT_EQ(filled("{budget} {unknown}"), "60 {unknown}");
  EXPECT_THAT(printed({"help", "budget"}).out, HasSubstr("`--budget` (60 s"));
}

TEST(Help, SuggestsTheNearestTopic) {
  const Printed wrong = printed({"help", "verdict"});
  EXPECT_EQ(wrong.code, core::ExitCode::usage);
  EXPECT_EQ(wrong.out, "");
  EXPECT_THAT(wrong.err, HasSubstr("did you mean 'verdicts'"));
}

}  // namespace
}  // namespace hotlap::cli
