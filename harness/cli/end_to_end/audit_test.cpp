// Tests of auditing posted tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;

const std::string kTables = HOTLAP_SOURCE_DIR "/analysis/audit/testdata/";

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string write(const Scratch& scratch, const std::string& name, const std::string& text) {
  std::string path = scratch / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(Audit, TablesOfThePullRequestsFitTogether) {
  for (const char* name : {"node-66420.txt", "node-66679.txt", "p-value.txt"}) {
    const Result result = run({"audit", kTables + name});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr("its figures fit together")) << name;
  }
  const Json both = parsed(run({"audit", kTables + "node-66679.txt", "--format", "json"}).out);
  EXPECT_EQ(both["schema"], "hotlap.audit/1");
  EXPECT_EQ(both["consistent"], true);
  EXPECT_EQ(both["tables"].size(), 2u);
}

TEST(Audit, AnAlteredFigureIsFoundAndNamed) {
  const Scratch scratch;
  std::string text = text_of(kTables + "node-66420.txt");
  const std::size_t stars = text.find("***", text.find('\n'));
  ASSERT_NE(stars, std::string::npos) << text;
  text.replace(stars, 3, "*  ");
  const std::string path = write(scratch, "altered.txt", text);
  const Result result = run({"audit", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("one row does not fit together"));
  EXPECT_THAT(result.out, HasSubstr(path + ":"));
  EXPECT_THAT(result.out, HasSubstr("one star where an improvement of "));
  EXPECT_EQ(parsed(run({"audit", path, "--format", "json"}).out)["consistent"], false);
}

TEST(Audit, WhatHoldsNoTableIsRefused) {
  const Scratch scratch;
  for (const std::string& text : {std::string(), std::string("no table\n"), std::string("\xFF\xFE\0c\0", 6)}) {
    const Result result = run({"audit", write(scratch, "none.txt", text)});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("none.txt:1")) << result.err;
  }
  EXPECT_EQ(run({"audit", scratch.path().string()}).exit_code, 2);
  EXPECT_EQ(run({"audit", scratch / "absent"}).exit_code, 2);
  EXPECT_EQ(run({"audit"}).exit_code, 2);
}

TEST(Audit, ACutRowIsAnErrorWithItsLine) {
  const Scratch scratch;
  std::string text = text_of(kTables + "node-66420.txt");
  text.erase(text.find_last_of(' '));
  const Result result = run({"audit", write(scratch, "cut.txt", text)});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("cut.txt:"));
}

TEST(Audit, NamesWithControlCharactersReachNoTerminal) {
  const Scratch scratch;
  const std::string row = "evil\x1b[31m\x07 ***  30.00 %  \u00b13.00% \u00b14.00% \u00b15.20%\n";
  const Result result = run({"audit", write(scratch, "evil.txt", row)});
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find('\x07'), std::string::npos);
}

}  // namespace
}  // namespace hotlap::end_to_end
