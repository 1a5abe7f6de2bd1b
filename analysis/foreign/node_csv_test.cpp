#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kTitles = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";

std::string row_error(const std::string& row) { return error_in("node-csv", kTitles + row + "\n", true); }

TEST(NodeCsv, OfBefore2023HasSpacesAndDoubledQuotes) {
  const Collection found = read("node-csv", text_of("node_old.csv"), true);
  EXPECT_THAT(names(found), ElementsAre("http/simple.js type=buffer c=50"));
  EXPECT_THAT(values(found, names(found)[0]), ElementsAre(1.25e6, 1.5e6, 1250000.5, 1.5e6));
  EXPECT_EQ(found.samples[0].arm, core::Arm::old_build);
  EXPECT_EQ(found.samples[1].arm, core::Arm::new_build);
  EXPECT_EQ(found.samples[3].elapsed, core::Nanoseconds(1'000'000));
}

TEST(NodeCsv, OfTodayHasNoSpaces) {
  const Collection found = read("node-csv", text_of("node_new.csv"), true);
  EXPECT_THAT(names(found), ElementsAre("url/parse.js n=1 type=a b", "url/parse.js n=2 type=a b"));
  EXPECT_THAT(values(found, names(found)[1]), ElementsAre(3000, 3100, 3001, 3101));
}

TEST(NodeCsv, ConfigurationsThatAreNoParametersAreOneByThemselves) {
  const Collection found =
      read("node-csv", kTitles + std::string("\"old\",\"a.js\",\"just words\",1,1\n\"old\",\"a.js\",\"\",2,1\n"), true);
  EXPECT_THAT(names(found), ElementsAre("a.js configuration=just words", "a.js"));
}

TEST(NodeCsv, RowsThatAreWrongAreRefusedByLine) {
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",1,5,2"), StartsWith("f:2: 6 fields instead of 5"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",\"1,5\",2"), StartsWith("f:2: rate '1,5' is no number"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",NaN,2"), StartsWith("f:2: rate 'NaN' is no number"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",inf,2"), StartsWith("f:2: rate 'inf' is no number"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",1e999,2"), StartsWith("f:2: rate '1e999' is no number"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",-1,2"), StartsWith("f:2: rate '-1' is no number"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",1,-2"), StartsWith("f:2: time '-2' is no number"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1\",1"), StartsWith("f:2: 4 fields instead of 5"));
  EXPECT_THAT(row_error("\"old\",\"a.js\",\"n=1"), StartsWith("f:2: quotes that do not match"));
  EXPECT_THAT(row_error("\"main\",\"a.js\",\"n=1\",1,2"), StartsWith("f:2: binary 'main' is neither old nor new"));
}

TEST(NodeCsv, TablesOfOtherScriptsAndEmptyOnesAreRefused) {
  EXPECT_THAT(error_in("node-csv", "\"filename\", \"configuration\", \"rate\", \"time\"\n", true),
              AllOf(StartsWith("f:1: the titles are not"), HasSubstr("compare.js")));
  EXPECT_THAT(error_in("node-csv", "", true), StartsWith("f:1: the file is empty"));
  EXPECT_THAT(error_in("node-csv", kTitles, true), StartsWith("f:1: there is no row below the titles"));
}

TEST(NodeCsv, BothBuildsInTheFileOfOneAreRefused) {
  EXPECT_THAT(error_in("node-csv", text_of("node_new.csv")), StartsWith("f:4: a sample of new in the file of old"));
}

}  // namespace
}  // namespace hotlap::foreign
