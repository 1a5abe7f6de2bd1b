// Tests of the registry and of what every format promises whatever its bytes are.
#include "analysis/report/report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "analysis/compare/fake_record.h"
#include "analysis/report/sample_comparison.h"
#include "analysis/report/schema_check.h"
#include "harness/core/error.h"

namespace hotlap::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string schema_path(const std::string& name) {
  return std::string(HOTLAP_SOURCE_DIR) + "/results/schema/" + name + ".schema.json";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Registry, HasTextFirstAndHelpForEach) {
  std::vector<std::string> ids;
  for (const Format& item : formats()) {
    ids.push_back(item.id);
    EXPECT_FALSE(item.help.empty()) << item.id;
  }
  EXPECT_THAT(ids, ElementsAre("text", "node", "markdown", "csv", "json"));
}

TEST(Registry, SuggestsTheNearestFormat) {
  try {
    format("jsom");
    FAIL() << "a miss was accepted";
  } catch (const core::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'json'?"));
  }
}

TEST(Registry, KnowsEveryFormatThatAFileOfTheRoomDefines) {
  const std::regex definition(R"(^Format (\w+)_format\(\) \{)");
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/analysis/report")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, definition)) continue;
      ++found;
      EXPECT_NO_THROW(format(match[1].str())) << entry.path();
    }
  }
  EXPECT_EQ(found, static_cast<int>(formats().size()));
}

TEST(EveryFormat, StartsNoLineWithACommandOfACiRunner) {
  for (const Format& item : formats()) {
    for (const std::string& line : lines_of(item.render(hostile_comparison()))) {
      const std::size_t start = line.find_first_not_of(" \t");
      EXPECT_NE(line.compare(start == std::string::npos ? line.size() : start, 2, "::"), 0) << item.id << ": " << line;
    }
  }
}

TEST(EveryFormatForPeople, BreaksUpBracketCommandsAndEscapeSequences) {
  for (const char* id : {"text", "node", "markdown", "csv"}) {
    const std::string rendered = format(id).render(hostile_comparison());
    EXPECT_THAT(rendered, Not(HasSubstr("\x1b"))) << id;
    EXPECT_THAT(rendered, Not(HasSubstr("\u202E"))) << id;
    EXPECT_THAT(rendered, Not(HasSubstr("##["))) << id;
    EXPECT_THAT(rendered, Not(HasSubstr("##vso["))) << id;
  }
}

TEST(Text, SaysFirstThatARunIsNotTrusted) {
  EXPECT_THAT(format("text").render(untrusted_comparison()), StartsWith("NOT TRUSTED"));
  EXPECT_THAT(format("text").render(sample_comparison()), StartsWith("new is 18.6 % cheaper"));
}

TEST(Text, KeepsTheTableNarrowWhateverTheNames) {
  for (const std::string& line : lines_of(format("text").render(hostile_comparison()))) EXPECT_LT(line.size(), 2500U);
}

TEST(Markdown, FitsIntoACommentAndSaysWhatWasLeftOut) {
  const std::string rendered = format("markdown").render(large_comparison(3000));
  EXPECT_LE(rendered.size(), 65536U);
  EXPECT_GT(rendered.size(), 60000U) << "the room should be used";
  EXPECT_THAT(rendered, HasSubstr("of 3000 rows left out**"));
  EXPECT_THAT(rendered, HasSubstr("of 1500 rows left out**"));
  EXPECT_THAT(rendered, HasSubstr("warnings left out**"));
  EXPECT_THAT(rendered, HasSubstr("hotlap compare set-header --old reference:before --new reference:after"));
}

TEST(Markdown, LeavesNothingOutWhenAllFits) {
  EXPECT_THAT(format("markdown").render(sample_comparison()), Not(HasSubstr("left out")));
}

TEST(Markdown, FitsWithTheWorstNamesEverywhere) {
  compare::Comparison comparison = large_comparison(500);
  std::string worst;
  for (int i = 0; i < 600; ++i) worst += "\u202E@|";
  for (compare::Row& row : comparison.rows) row.scenario = worst;
  comparison.headline = comparison.folder = worst;
  comparison.header.command_line.assign(500, worst);
  comparison.header.environment.assign(500, {worst, worst});
  comparison.header.subjects.assign(3, {core::Arm::old_build, worst, worst, worst, worst, worst, worst, {}, {}});
  comparison.void_arms.assign(500, {core::Arm::new_build, 0, 0, worst, worst});
  comparison.warnings.assign(500, {worst, worst, worst, {}});
  EXPECT_LE(format("markdown").render(comparison).size(), 65536U);
}

TEST(Markdown, ContainsNoMarkupOfStrangers) {
  const std::string rendered = format("markdown").render(hostile_comparison());
  EXPECT_THAT(rendered, Not(HasSubstr("<script")));
  EXPECT_THAT(rendered, Not(HasSubstr("<b>")));
  EXPECT_THAT(rendered, Not(HasSubstr("@everyone")));
  EXPECT_THAT(rendered, Not(HasSubstr("#123")));
  EXPECT_THAT(rendered, Not(HasSubstr("://")));
  EXPECT_THAT(rendered, Not(HasSubstr("`c")));
}

TEST(Markdown, GivesEveryTableLineTheSameNumberOfCells) {
  for (const auto& make : {sample_comparison, hostile_comparison, single_comparison}) {
    std::ptrdiff_t bars = 0;
    for (const std::string& line : lines_of(format("markdown").render(make()))) {
      const std::ptrdiff_t here = std::count(line.begin(), line.end(), '|');
      const bool inside = !line.empty() && line.front() == '|';
      EXPECT_TRUE(!inside || bars == 0 || here == bars) << line;
      bars = inside ? here : 0;
    }
  }
}

/// Fields of a line of CSV, unquoted.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[i++];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

TEST(Csv, HasOneLineForEachRowWithAsManyFieldsAsTitles) {
  for (const auto& make : {sample_comparison, hostile_comparison, single_comparison, empty_comparison}) {
    const compare::Comparison comparison = make();
    const std::vector<std::string> lines = lines_of(format("csv").render(comparison));
    ASSERT_EQ(lines.size(), comparison.rows.size() + 1);
    for (const std::string& line : lines) {
      EXPECT_EQ(line.back(), '\r');
      EXPECT_EQ(fields_of(line).size(), fields_of(lines.front()).size());
    }
  }
}

TEST(Csv, StartsNoFieldOfTextWithAFormula) {
  const std::vector<std::string> lines = lines_of(format("csv").render(hostile_comparison()));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(std::string("=+-@").find(fields_of(lines[i]).front().front()), std::string::npos) << lines[i];
  }
}

TEST(JsonFormat, KeepsItsSchema) {
  const SchemaCheck schema = SchemaCheck::from_file(schema_path("comparison"));
  for (const auto& make : {sample_comparison, hostile_comparison, void_comparison, untrusted_comparison,
                           empty_comparison, single_comparison}) {
    EXPECT_THAT(schema.problems(nlohmann::json::parse(format("json").render(make()))), IsEmpty());
  }
}

TEST(JsonFormat, KeepsItsSchemaForJudgedRecords) {
  compare::FakeRecord judged;
  judged.configuration("set-header", {{"connections", "50"}}).cpu().throughput();
  judged.cpu_changes({-0.20, -0.21, -0.19, -0.20, -0.22, -0.18, -0.20, -0.21, -0.19});
  compare::FakeRecord alone = compare::FakeRecord::single();
  alone.configuration("set-header").cpu().round({{"cpu", {1000}}}).round({{"cpu", {1010}}}).round({{"cpu", {1020}}});
  compare::FakeRecord broken;
  broken.configuration("set-header").cpu().event(record::EventKind::void_arm, "exited with status 3");
  const SchemaCheck schema = SchemaCheck::from_file(schema_path("comparison"));
  for (const record::Record& record : {judged.record, alone.record, broken.record, record::Record{}}) {
    const compare::Comparison comparison = compare::compare(record, {});
    EXPECT_THAT(schema.problems(nlohmann::json::parse(format("json").render(comparison))), IsEmpty());
    for (const Format& item : formats()) EXPECT_FALSE(item.render(comparison).empty()) << item.id;
  }
}

TEST(JsonFormat, TellsOfLooksWhereTheyAreAccountedFor) {
  compare::Comparison comparison = sample_comparison();
  const auto first_row = [&] { return nlohmann::json::parse(format("json").render(comparison))["rows"][0]; };
  compare::Row& row = comparison.rows.front();
  row.nominal_p = comparison.policy.alpha;
  EXPECT_FALSE(first_row().contains("looks")) << "a single look at the end is the plain test";
  row.nominal_p = 1e-6;
  EXPECT_EQ(first_row()["looks"]["made"], 1);
  row.looks = 3;
  EXPECT_EQ(first_row()["looks"]["made"], 3);
  EXPECT_EQ(first_row()["looks"]["nominal_p"], 1e-6);
  EXPECT_THAT(SchemaCheck::from_file(schema_path("comparison"))
                  .problems(nlohmann::json::parse(format("json").render(comparison))),
              IsEmpty());
}

TEST(JsonFormat, SaysWhyANumberIsAbsentAndNeverWritesNan) {
  compare::Comparison comparison = sample_comparison();
  comparison.warnings.front().numbers = {{"share", std::numeric_limits<double>::quiet_NaN()}};
  const auto json = nlohmann::json::parse(format("json").render(comparison));
  const auto& absent = json["rows"][2];
  EXPECT_TRUE(absent["old"]["mean"].is_null());
  EXPECT_EQ(absent["old"]["mean_reason"], absent["absent_reason"]);
  EXPECT_EQ(absent["interval_percent"], (nlohmann::json{nullptr, nullptr}));
  EXPECT_TRUE(absent.contains("interval_percent_reason"));
  EXPECT_TRUE(json["warnings"][0]["numbers"]["share"].is_null());
  EXPECT_THAT(SchemaCheck::from_file(schema_path("comparison")).problems(json), IsEmpty());
}

TEST(JsonFormat, CarriesWhatAPlotDraws) {
  const auto json = nlohmann::json::parse(format("json").render(sample_comparison()));
  const auto& series = json["rows"][0]["series"];
  EXPECT_EQ(series["round"], (nlohmann::json{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  for (const char* list : {"old", "new", "control", "change_percent"}) EXPECT_EQ(series[list].size(), 12U) << list;
  EXPECT_TRUE(series["new"][4].is_null());
  EXPECT_EQ(series["new_reason"], "the clock stood still");
  EXPECT_EQ(json["rows"][3]["configuration"], 1);
  EXPECT_EQ(json["configurations"][0]["latency"]["percent"].size(),
            json["configurations"][0]["latency"]["control_ns"].size());
  EXPECT_EQ(json["configurations"][0]["warm_up"]["lap"], (nlohmann::json{1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(json["configurations"][1]["latency"].is_null());
  EXPECT_EQ(json["configurations"][1]["latency_reason"], "wrk has no raw latencies");
}

TEST(JsonFormat, OfOneBuildHasNoSeriesOfOthers) {
  const auto json = nlohmann::json::parse(format("json").render(single_comparison()));
  const auto& series = json["rows"][0]["series"];
  for (const char* list : {"new", "control", "change_percent"}) EXPECT_FALSE(series.contains(list)) << list;
  EXPECT_FALSE(json["configurations"][0]["warm_up"].contains("new"));
}

TEST(JsonFormat, KeepsEveryDigitOfTheSeed) {
  EXPECT_THAT(format("json").render(sample_comparison()), HasSubstr("\"seed\": 18446744073709551615"));
}

TEST(Node, SaysThatASingleRunNeedsTwoBuilds) {
  EXPECT_EQ(lines_of(format("node").render(single_comparison())).size(), 1U);
}

}  // namespace
}  // namespace hotlap::report
