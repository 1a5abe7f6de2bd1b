// What a record holds on disk keeps the schemas of results/schema.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "analysis/report/sample_comparison.h"
#include "analysis/report/schema_check.h"

namespace hotlap::report {
namespace {

using testing::IsEmpty;

SchemaCheck schema(const std::string& name) {
  return SchemaCheck::from_file(std::string(HOTLAP_SOURCE_DIR) + "/results/schema/" + name + ".schema.json");
}

core::Sample sample() {
  core::Sample lap;
  lap.at = core::Nanoseconds{1000};
  lap.elapsed = core::Nanoseconds{20'000'000};
  lap.answered = 812;
  lap.values = {{"cpu", 24412.5}, {"latency_p50", core::Value::absent("not recorded by this load generator")}};
  lap.marks = {"steal"};
  return lap;
}

record::Event event(record::EventKind kind) {
  record::Event happened;
  happened.kind = kind;
  happened.number = 12;
  happened.what = "what happened";
  happened.seen = "what was seen";
  if (kind == record::EventKind::round_done) happened.durations = {{"launch", 1.5e6}};
  return happened;
}

TEST(RunJson, KeepsItsSchema) {
  const auto json = nlohmann::json::parse(record::to_json(sample_comparison().header));
  EXPECT_THAT(schema("run").problems(json), IsEmpty());
}

TEST(SamplesJsonl, KeepsItsSchemaOnEveryLine) {
  const std::filesystem::path folder = std::filesystem::path(HOTLAP_BUILD_DIR) / "record_schema_test";
  std::filesystem::remove_all(folder);
  {
    record::Writer writer = record::Writer::create(folder, sample_comparison().header);
    for (const auto kind : {core::SampleKind::warmup, core::SampleKind::lap, core::SampleKind::round}) {
      core::Sample written = sample();
      written.kind = kind;
      writer.append(written);
    }
    writer.append(core::Sample{});
    for (const auto kind : {record::EventKind::round_done, record::EventKind::void_arm, record::EventKind::difference,
                            record::EventKind::planned, record::EventKind::look, record::EventKind::interrupted,
                            record::EventKind::resumed, record::EventKind::finished}) {
      writer.append(event(kind));
    }
  }
  const SchemaCheck check = schema("sample");
  std::ifstream file(folder / "samples.jsonl");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    EXPECT_THAT(check.problems(nlohmann::json::parse(line)), IsEmpty()) << line;
  }
  EXPECT_EQ(lines, 12);
  std::filesystem::remove_all(folder);
}

TEST(SampleSchema, RefusesALineThatIsNeither) {
  EXPECT_THAT(schema("sample").problems({{"kind", "lap"}, {"event", "finished"}}), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace hotlap::report
