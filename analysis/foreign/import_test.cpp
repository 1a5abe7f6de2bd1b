#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Import : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

 private:
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / fmt::format("hotlap_foreign_{}", ::getpid());
};

std::string go(const std::string& name, const std::vector<double>& times) {
  std::string text;
  for (const double time : times) text += fmt::format("Benchmark{} 10 {} ns/op\n", name, time);
  return text;
}

std::vector<std::string> codes(const record::Record& record) {
  std::vector<std::string> all;
  for (const core::Warning& warning : record.header.warnings) {
    if (warning.code != "one_process") all.push_back(warning.code + ": " + warning.text);
  }
  return all;
}

std::vector<int> positions(const record::Record& record) {
  std::vector<int> all;
  for (const core::Sample& sample : record.samples) all.push_back(sample.position);
  return all;
}

TEST_F(Import, TwoFilesAreOldAndNewInNoOrder) {
  const auto record = import({file("a", go("A", {1, 2})), file("b", go("A", {3, 4}))}, "");
  EXPECT_EQ(record.header.load, record::kImported);
  EXPECT_EQ(record.header.protocol, "go");
  EXPECT_EQ(record.header.subjects.at(1).arm, core::Arm::new_build);
  EXPECT_THAT(record.header.subjects.at(1).spec, HasSubstr("/b"));
  ASSERT_EQ(record.samples.size(), 4u);
  EXPECT_EQ(*record.samples[3].values.at(0).second, 4);
  EXPECT_EQ(record.samples[3].round, 1);
  EXPECT_EQ(record.samples[3].arm, core::Arm::new_build);
  EXPECT_THAT(positions(record), ElementsAre(core::kNoPlace, core::kNoPlace, core::kNoPlace, core::kNoPlace));
  EXPECT_EQ(record.events.back().kind, record::EventKind::finished);
  EXPECT_THAT(codes(record), IsEmpty());
}

TEST_F(Import, OneFileWithBothBuildsInTurnsIsALaunchOrder) {
  const auto record = import({path_of("node_old.csv")}, "");
  EXPECT_THAT(positions(record), ElementsAre(0, 1, 0, 1));
}

TEST_F(Import, OneFileWithAllOfOldBeforeNewIsNone) {
  const auto record = import({path_of("hyperfine.json")}, "");
  EXPECT_THAT(positions(record), ElementsAre(core::kNoPlace, core::kNoPlace, core::kNoPlace, core::kNoPlace));
}

TEST_F(Import, OneFileOfAFormatOfOneBuildIsRefused) {
  EXPECT_THAT(error_of([&] { import({path_of("go.txt")}, ""); }),
              AllOf(HasSubstr("go.txt:5: the file is of one build only"), HasSubstr("name two files")));
}

TEST_F(Import, OtherNumbersOfFilesAreRefused) {
  EXPECT_THAT(error_of([] { import({}, ""); }), StartsWith("0 files"));
  EXPECT_THAT(error_of([] { import({"a", "b", "c"}, ""); }), StartsWith("3 files"));
}

TEST_F(Import, NamesOnOneSideAreLeftOutAndSaid) {
  const auto record = import({file("a", go("A", {1}) + go("B", {2})), file("b", go("C", {2}) + go("B", {3}))}, "");
  EXPECT_THAT(codes(record), ElementsAre("one_sided: BenchmarkA is in old only and is left out",
                                         "one_sided: BenchmarkC is in new only and is left out"));
  ASSERT_EQ(record.header.configurations.size(), 1u);
  EXPECT_EQ(record.header.configurations[0].scenario, "BenchmarkB");
  for (const core::Sample& sample : record.samples) EXPECT_EQ(sample.configuration, 0);
  EXPECT_THAT(error_of([&] {
                import({file("a", go("A", {1})), file("b", go("B", {1}))}, "");
              }),
              HasSubstr("no benchmark is there for both builds"));
}

TEST_F(Import, UnequalNumbersAreSaid) {
  const auto record = import({file("a", go("A", {1, 2, 3})), file("b", go("A", {3, 4}))}, "");
  EXPECT_THAT(codes(record), ElementsAre("unequal_samples: BenchmarkA: 3 samples of old, 2 of new"));
  EXPECT_EQ(record.samples.size(), 5u);
}

TEST_F(Import, ABrokenBenchmarkIsVoid) {
  const std::string good =
      "{\"context\":{},\"library_build_type\":\"release\",\"benchmarks\":[{\"name\":\"A\",\"cpu_time\":1,\"time_unit\":"
      "\"ns\"}]}";
  const std::string bad =
      "{\"context\":{},\"library_build_type\":\"release\",\"benchmarks\":[{\"name\":\"A\",\"error_occurred\":true}]}";
  const auto record = import({file("a", good), file("b", bad)}, "");
  EXPECT_THAT(codes(record), IsEmpty());
  ASSERT_EQ(record.header.configurations.size(), 1u);
  int void_arms = 0;
  for (const record::Event& event : record.events) {
    if (event.kind != record::EventKind::void_arm) continue;
    ++void_arms;
    EXPECT_EQ(event.arm, core::Arm::new_build);
    EXPECT_EQ(event.configuration, 0);
    EXPECT_THAT(event.seen, HasSubstr("b:1"));
  }
  EXPECT_EQ(void_arms, 1);
}

TEST_F(Import, FilesOfTwoToolsAndUnknownOnesAreRefused) {
  EXPECT_THAT(error_of([] {
                import({path_of("go.txt"), path_of("wrk.txt")}, "");
              }),
              HasSubstr("results of two tools are not compared"));
  EXPECT_THAT(error_of([] {
                import({path_of("go.txt"), path_of("go.txt")}, "goo");
              }),
              AllOf(HasSubstr("unknown format 'goo'"), HasSubstr("did you mean"), HasSubstr("hyperfine")));
  EXPECT_THAT(error_of([&] { import({file("x", "<!DOCTYPE html>\n")}, ""); }),
              AllOf(HasSubstr("x:1: results of no tool that is known"), HasSubstr("--from")));
  EXPECT_THAT(error_of([&] { import({file("x", "")}, ""); }), HasSubstr("x:1: the file is empty"));
  EXPECT_THAT(error_of([] { import({HOTLAP_SOURCE_DIR}, ""); }), HasSubstr("a folder, not a file"));
  EXPECT_THAT(error_of([] { import({"/does/not/exist"}, ""); }), HasSubstr("/does/not/exist"));
}

TEST_F(Import, FilesWithoutAnyResultAreRefusedByLine) {
  const std::string none = file("x", "{\"benchmarks\":[]}");
  EXPECT_THAT(error_of([&] { import({none, none}, "pyperf"); }), HasSubstr("x:1: there is no result in the file"));
}

TEST_F(Import, EachTestFileIsKnownByItsStart) {
  const std::vector<std::pair<std::string, std::string>> all{{"google_benchmark.json", "google-benchmark"},
                                                             {"google_benchmark_old.json", "google-benchmark"},
                                                             {"hyperfine_one.json", "hyperfine"},
                                                             {"pyperf.json", "pyperf"},
                                                             {"wrk.txt", "wrk"},
                                                             {"go.txt", "go"},
                                                             {"mitata.json", "mitata"},
                                                             {"tinybench.json", "tinybench"},
                                                             {"tinybench_old.json", "tinybench"},
                                                             {"vitest.json", "vitest"},
                                                             {"criterion_sample.json", "criterion"},
                                                             {"criterion_estimates.json", "criterion"},
                                                             {"oha.json", "oha"},
                                                             {"autocannon.json", "autocannon"},
                                                             {"h2load.txt", "h2load"},
                                                             {"ab.txt", "ab"}};
  for (const auto& [name, id] : all) {
    EXPECT_EQ(import({path_of(name), path_of(name)}, "").header.protocol, id) << name;
    const std::string marked = file(name, "\xEF\xBB\xBF" + text_of(name));
    EXPECT_EQ(import({marked, marked}, "").header.protocol, id) << name;
  }
}

std::string problem_of(const std::vector<Source>& files) {
  try {
    import_files(files, "");
    return "";
  } catch (const core::UserError& error) {
    return error.problems()[0].what;
  }
}

/// The text of the warning about the places, or nothing.
std::string places_warning(const std::string& old_file, const std::string& new_file) {
  for (const core::Warning& warning : import({old_file, new_file}, "").header.warnings) {
    if (warning.code == "unequal_environments") return warning.text;
  }
  return "";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, text.npos) << what;
  return text.replace(at, what.size(), by);
}

TEST_F(Import, WarnsWhereTheFilesTellOfDifferentMachines) {
  const std::string google = text_of("google_benchmark.json");
  EXPECT_EQ(places_warning(file("a.json", google), file("b.json", google)), "");
  const std::string debug = replaced(google, "\"release\"", "\"debug\"");
  EXPECT_THAT(places_warning(file("a.json", google), file("b.json", debug)),
              AllOf(HasSubstr("library_build_type is release in "), HasSubstr("/a.json and debug in ")));
  const std::string go = "goos: linux\ncpu: One\nBenchmarkA 1 5 ns/op\nBenchmarkA 1 6 ns/op\n";
  EXPECT_THAT(places_warning(file("a.txt", go), file("b.txt", replaced(go, "cpu: One", "cpu: Another one"))),
              AllOf(HasSubstr("cpu is One in "), HasSubstr("/a.txt and Another one in ")));
  EXPECT_EQ(places_warning(file("a.txt", go), file("b.txt", replaced(go, "cpu: One\n", ""))), "") << "not told";
}

TEST_F(Import, ManyFilesOfABuildAreItsSamplesInTheOrderTheyAreNamed) {
  std::vector<Source> files;
  for (const double value : {1, 2, 3}) files.push_back({file(std::to_string(value), go("A", {value})), core::Arm::old_build});
  files.push_back({file("new", go("A", {5, 6, 7})), core::Arm::new_build});
  const auto record = import_files(files, "");
  ASSERT_EQ(record.samples.size(), 6u);
  EXPECT_EQ(*record.samples[2].values[0].second, 2);
  EXPECT_EQ(record.samples[2].round, 1);
  EXPECT_EQ(record.samples[2].position, core::kNoPlace) << "nobody knows when which ran";
  EXPECT_THAT(record.header.subjects[0].spec, ::testing::EndsWith(" and 2 more"));
}

TEST_F(Import, AFileIsNamedOnceForABuildAndOneOfEachMustBeThere) {
  const Source one{file("a", go("A", {1})), core::Arm::old_build};
  const Source other{file("b", go("A", {1})), core::Arm::new_build};
  const Source copy{one.path, core::Arm::new_build};
  EXPECT_THAT(problem_of({one, other, one}), HasSubstr("the same file twice for one build"));
  EXPECT_THAT(problem_of({one}), HasSubstr("1 of old, 0 of new"));
  EXPECT_THAT(problem_of({}), HasSubstr("0 files"));
  EXPECT_THAT(problem_of({one, other, {file("c", go("A", {1})), {}}}), HasSubstr("1 files with both builds"));
  EXPECT_THAT(problem_of({one, other, {path_of("hyperfine_one.json"), core::Arm::new_build}}), HasSubstr("of hyperfine"));
  EXPECT_EQ(problem_of({one, copy}), "") << "a file compared with itself";
}

}  // namespace
}  // namespace hotlap::foreign
