// Posted tables read back: what Node printed passes, the same table with one figure altered does not.
#include "analysis/audit/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "analysis/audit/degrees.h"
#include "analysis/audit/row_reader.h"
#include "analysis/audit/text_line.h"
#include "harness/core/error.h"

namespace hotlap::audit {
namespace {

using ::testing::AllOf;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string posted(const std::string& name) {
  std::ifstream file(std::string(HOTLAP_SOURCE_DIR) + "/analysis/audit/testdata/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<PostedTable> tables_of(const std::string& text) {
  std::istringstream stream(text);
  return read_tables(stream, "posted.txt");
}

/// The audit of the only table.
TableAudit audited(const std::string& text, std::optional<std::size_t> runs = {}) {
  std::vector<PostedTable> tables = tables_of(text);
  EXPECT_THAT(tables, SizeIs(1));
  return audit(std::move(tables.front()), runs);
}

/// The text with one figure altered, which must be there.
std::string altered(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::vector<std::string> findings(const TableAudit& table) {
  std::vector<std::string> all;
  for (const RowAudit& row : table.rows) all.insert(all.end(), row.findings.begin(), row.findings.end());
  return all;
}

std::string error_of(const std::string& text) {
  try {
    tables_of(text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Audit, PassesBothTablesOfTheWriteHeadChange) {
  std::vector<PostedTable> tables = tables_of(posted("node-66679.txt"));
  ASSERT_THAT(tables, SizeIs(2));
  for (PostedTable& table : tables) {
    EXPECT_EQ(table.layout, Layout::analyze);
    const TableAudit result = audit(std::move(table), 10);
    EXPECT_EQ(result.rows.size(), 82u);
    EXPECT_THAT(findings(result), IsEmpty());
    EXPECT_TRUE(result.consistent());
    EXPECT_THAT(result.expected_false_stars,
                ElementsAre(DoubleNear(4.1, 1e-9), DoubleNear(0.82, 1e-9), DoubleNear(0.082, 1e-9)));
  }
}

TEST(Audit, PassesTheTableOfTheSetHeaderChange) {
  const TableAudit result = audited(posted("node-66420.txt"), 10);
  EXPECT_EQ(result.table.layout, Layout::classic);
  EXPECT_THAT(findings(result), IsEmpty());
  EXPECT_THAT(result.starred, ElementsAre(2u, 2u, 1u));
}

TEST(Audit, RefusesThatTableWithOneFigureAltered) {
  const std::string text = posted("node-66420.txt");
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {" 2.53 %", " 4.53 %"},  // an improvement beyond an accuracy, without a star
           {"16.46 %", " 6.46 %"},  // three stars that it is too small for
           {"***     16.46", " **     16.46"},
           {"  **      6.13", "          6.13"},
           {"\u00b14.03% \u00b15.61%", "\u00b14.03% \u00b15.31%"},  // of no t distribution with the rest
           {"\u00b17.86%", "\u00b18.86%"},
           {"\u00b15.76%", "\u00b15.36%"}}) {
    const TableAudit result = audited(altered(text, from, to));
    EXPECT_FALSE(result.consistent()) << from << " -> " << to;
    EXPECT_THAT(findings(result), SizeIs(1)) << from << " -> " << to;
  }
}

TEST(Audit, RefusesTheLargeTablesWithOneFigureAltered) {
  const std::string text = posted("node-66679.txt");
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"-15.38 %", "-25.38 %"},
                                                        {"\u00b127.47%", "\u00b127.97%"},
                                                        {"**             +0.82", "  *            +0.82"}}) {
    if (text.find(from) == std::string::npos) continue;
    bool consistent = true;
    for (PostedTable& table : tables_of(altered(text, from, to))) {
      consistent = audit(std::move(table), std::nullopt).consistent() && consistent;
    }
    EXPECT_FALSE(consistent) << from;
  }
}

TEST(Audit, SaysWhyStarsDoNotFit) {
  EXPECT_THAT(findings(audited("a 5.00 % \u00b14.03% \u00b15.61% \u00b17.86%")),
              ElementsAre("no star where an improvement of +5.00 % and accuracies of 4.03, 5.61 and 7.86 % make one "
                          "star"));
}

TEST(Audit, SaysWhichRatiosContradict) {
  EXPECT_THAT(findings(audited("a 1.00 % \u00b14.03% \u00b15.61% \u00b110.86%")),
              ElementsAre(AllOf(HasSubstr("(**)/(*) tells"), HasSubstr("(***)/(**) tells"))));
  EXPECT_THAT(findings(audited("a 1.00 % \u00b14.03% \u00b14.10% \u00b17.86%")),
              ElementsAre(HasSubstr("no t distribution has less than 1.314")));
  EXPECT_THAT(findings(audited("a 1.00 % \u00b14.03% \u00b194.10% \u00b1997.86%")),
              ElementsAre(HasSubstr("one degree of freedom has 5.010")));
}

TEST(Audit, LeavesTheStarOpenWhereRoundingDoes) {
  for (const std::string stars : {"", "*"}) {
    const TableAudit result = audited("a " + stars + " 4.03 % \u00b14.03% \u00b15.61% \u00b17.86%");
    EXPECT_TRUE(result.consistent());
    EXPECT_TRUE(result.rows[0].rounding_decides);
  }
  EXPECT_FALSE(audited("a 4.01 % \u00b14.03% \u00b15.61% \u00b17.86%").rows[0].rounding_decides);
  EXPECT_FALSE(audited("a ** 4.03 % \u00b14.03% \u00b15.61% \u00b17.86%").consistent());
}

TEST(Audit, ForgivesWhatAnalyzeRoundsInItsRates) {
  EXPECT_TRUE(audited("a  *  +3.95 %  \u00b14.03%  \u00b15.61%  \u00b17.86%").consistent());
  EXPECT_FALSE(audited("a  *  +3.85 %  \u00b14.03%  \u00b15.61%  \u00b17.86%").consistent());
  EXPECT_FALSE(audited("a * 3.95 % \u00b14.03% \u00b15.61% \u00b17.86%").consistent());
}

TEST(Audit, KnowsTheDegreesOfFreedomBehindTheRatios) {
  // t quantiles at 18 degrees of freedom: 2.10092, 2.87844, 3.92165.
  const auto figure = [](double value) { return Figure{value, 0.00005}; };
  const DegreesFound found = degrees_of({figure(2.1009), figure(2.8784), figure(3.9216)});
  ASSERT_TRUE(found.degrees);
  EXPECT_THAT(found.degrees->low, DoubleNear(18, 0.1));
  EXPECT_THAT(found.degrees->high, DoubleNear(18, 0.1));
  EXPECT_LE(found.degrees->low, 18);
  EXPECT_GE(found.degrees->high, 18);
}

TEST(Audit, NamesTheRunsThatAllRowsAllow) {
  const TableAudit result = audited(posted("node-66420.txt"));
  ASSERT_TRUE(result.runs);
  EXPECT_LE(result.runs->first, 10u);
  EXPECT_GE(result.runs->second, 10u);
}

TEST(Audit, RefusesRunsThatTheDegreesOfFreedomRuleOut) {
  EXPECT_FALSE(audited(posted("node-66420.txt"), 5).consistent());
  EXPECT_FALSE(audited(posted("node-66420.txt"), 30).consistent());
}

TEST(Audit, ConstantArmsSayNothingAboutTheDegreesOfFreedom) {
  const TableAudit result = audited("a *** 1.00 % \u00b10.00% \u00b10.00% \u00b10.00%");
  EXPECT_TRUE(result.consistent());
  EXPECT_FALSE(result.runs);
}

TEST(Audit, TellsTheEffectThatARowCouldHaveShown) {
  // 18 degrees of freedom: 1.41 times the 95 % accuracy; 2.80/1.96 for very many.
  const TableAudit result =
      audited("a 1.00 % \u00b12.1009% \u00b12.8784% \u00b13.9216%\nb 1.00 % \u00b119.600% \u00b125.758% \u00b132.905%");
  EXPECT_THAT(*result.rows[0].detectable_percent, DoubleNear(2.96, 0.02));
  EXPECT_THAT(*result.worst_detectable_percent, DoubleNear(28.02, 0.05));
  EXPECT_EQ(result.worst_row, 1u);
  EXPECT_THAT(*result.median_detectable_percent, DoubleNear((2.96 + 28.02) / 2, 0.05));
}

TEST(Audit, ReadsTheTableWithPValues) {
  const TableAudit result = audited(posted("p-value.txt"), 30);
  EXPECT_EQ(result.table.layout, Layout::p_value);
  EXPECT_EQ(result.table.rows[0].name, "http/simple.js benchmarker=\"wrk\" c=50 chunks=0 length=4 type=\"buffer\"");
  EXPECT_THAT(findings(result), IsEmpty());
  EXPECT_THAT(result.starred, ElementsAre(3u, 2u, 1u));
  // p = 0.0311 at 58 degrees of freedom is t = 2.21: a standard error of 1.95 %, 2.85 of which are seen.
  EXPECT_THAT(*result.rows[1].detectable_percent, DoubleNear(5.56, 0.05));
}

TEST(Audit, RefusesStarsThatThePValueDoesNotGive) {
  const std::string text = posted("p-value.txt");
  EXPECT_FALSE(audited(altered(text, "3.114520e-02", "6.114520e-02")).consistent());
  EXPECT_FALSE(audited(altered(text, "*** 1.165345e-06", "  * 1.165345e-06")).consistent());
  EXPECT_FALSE(audited(altered(text, "2.178112e-01", "2.178112e+01")).consistent());
}

TEST(Audit, WithoutAccuraciesTheEffectNeedsTheNumberOfRuns) {
  const TableAudit result = audited(posted("p-value.txt"));
  EXPECT_FALSE(result.median_detectable_percent.present());
  EXPECT_THAT(result.median_detectable_percent.reason(), HasSubstr("number of runs"));
}

TEST(Audit, RowsWithoutATestAreNoneOfTheTested) {
  const TableAudit result = audited(
      "confidence improvement accuracy (*) (**) (***)\n"
      "a NA 2.53 % NA NA NA\nb NaN % \u00b1NaN% \u00b1NaN% \u00b1NaN%\nc * 2.00 % NA NA NA\n");
  EXPECT_EQ(result.table.rows.size(), 3u);
  EXPECT_EQ(result.tested, 0u);
  EXPECT_THAT(findings(result), ElementsAre("one star without the figures of a test"));
}

TEST(PostedTables, AreFoundInALogOfACiRunWithWhateverIsAroundThem) {
  const std::string table = posted("node-66420.txt");
  std::string log = "\xEF\xBB\xBF";
  std::string quoted = "Benchmarks of ab3f:\r\n\r\n```\r\n";
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    log += "build\trun\t2026-10-12T13:11:08.1234567Z " + line + "\r\n";
    quoted += "> " + line + "\r\n";
  }
  quoted += "```\n\nthat is about \u00b115% on a loaded machine\n";
  for (const std::string& text : {log, quoted, "[13:11:08] " + table, "13:11:08.5 " + table}) {
    const TableAudit result = audited(text);
    EXPECT_EQ(result.table.rows.size(), 4u) << text;
    EXPECT_EQ(result.table.rows[0].name, "http/set-header.js duration=5 res='normal' benchmarker='wrk'");
    EXPECT_TRUE(result.consistent());
  }
}

TEST(PostedTables, NeedNoTitles) {
  EXPECT_EQ(audited("some words\na 1.00 % \u00b14.03% \u00b15.61% \u00b17.86%\nmore words").table.rows.size(), 1u);
}

TEST(PostedTables, KeepAnyByteOfAName) {
  const std::string name = "x='a b' y=\"=\" \x1b[31m \xff 50 % |";
  const TableAudit result = audited(name + std::string(1, '\0') + "z  *  5.00 % \u00b14.03% \u00b15.61% \u00b17.86%");
  EXPECT_EQ(result.table.rows[0].name, name + std::string(1, '\0') + "z");
  EXPECT_TRUE(result.consistent());
}

TEST(PostedTables, ThatAreCutNameFileAndLine) {
  const std::string head = "confidence improvement accuracy (*) (**) (***)\n";
  EXPECT_THAT(error_of(head + "a 1.00 % \u00b14.03% \u00b15.61% \u00b17.86%\nb 1.00 % \u00b14.03% \u00b15.6"),
              HasSubstr("posted.txt:3: not a row"));
  EXPECT_THAT(error_of(head + "a 1.00 % \u00b14,03% \u00b15.61% \u00b17.86%"),
              HasSubstr("'\u00b14,03%' is no accuracy"));
  EXPECT_THAT(error_of(head + "a 1.00 % \u00b1-4.03% \u00b15.61% \u00b17.86%"), HasSubstr("is no accuracy"));
  EXPECT_THAT(error_of("improvement confidence p.value\na 1.00 % * high"), HasSubstr("posted.txt:2"));
}

TEST(PostedTables, OfOverlongLinesAreCutTables) {
  const std::string long_name(kLongestLine + 1, 'x');
  const std::string row = " 1.00 % \u00b14.03% \u00b15.61% \u00b17.86%\n";
  EXPECT_THAT(error_of("a" + row + long_name + row),
              HasSubstr("posted.txt:2: not a row of the table: longer than 65536"));
  EXPECT_THAT(audited(long_name + "\n" + "a" + row).table.rows, SizeIs(1));
}

TEST(PostedTables, ThatAreNoneSaySo) {
  EXPECT_THAT(error_of(""), HasSubstr("posted.txt:1: no table"));
  EXPECT_THAT(error_of("a\nb\n"), HasSubstr("posted.txt:2: no table"));
  EXPECT_THAT(error_of("confidence improvement accuracy (*) (**) (***)\n"), HasSubstr("no table"));
  EXPECT_THAT(error_of("\xFF\xFE"
                       "a"),
              HasSubstr("UTF-16"));
  EXPECT_THAT(error_of("- Coverage   92.82%   90.46%   -2.36%\nso about \u00b115% of 3"), HasSubstr("no table"));
}

TEST(PostedTables, EndWhereProseBegins) {
  const std::string row = " 1.00 % \u00b14.03% \u00b15.61% \u00b17.86%\n";
  EXPECT_THAT(tables_of("a" + row + "then the second run\nb" + row), SizeIs(2));
  EXPECT_THAT(tables_of("a" + row + "\nb" + row), SizeIs(1));
}

TEST(Figures, CarryWhatTheirDigitsLeaveOpen) {
  EXPECT_EQ(figure_of("2.50")->half, 0.005);
  EXPECT_EQ(figure_of("-7")->half, 0.5);
  EXPECT_EQ(figure_of("\u22123.5")->value, -3.5);
  EXPECT_NEAR(figure_of("1.165e-04")->half, 0.5e-7, 1e-12);
  for (const char* none : {"", "-", "nan", "inf", "0x1p3", "1e999", "1.5.2", "--1", "1 2", "+-1"}) {
    EXPECT_FALSE(figure_of(none)) << none;
  }
}

TEST(TimeStamps, AreDatesTimesOrBoth) {
  for (const std::string stamp : {"2026-10-12T13:11:08.1234567Z", "2026-10-12 13:11:08,123", "[2026-10-12T13:11:08Z]",
                                  "13:11:08", "[13:11:08.250]", "2026-10-12T13:11:08+02:00"}) {
    EXPECT_EQ(time_stamp(stamp + " x"), stamp.size()) << stamp;
  }
  for (const std::string none : {"", "2026-10-12", "13:11", "1:2:3 x", "13:11:08x", "[13:11:08 x", "http/simple.js"}) {
    EXPECT_EQ(time_stamp(none), 0u) << none;
  }
}

}  // namespace
}  // namespace hotlap::audit
