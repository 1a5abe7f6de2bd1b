// Header, samples and events there and back, and what is told about files that are wrong.
#include "harness/record/record.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/core/error.h"
#include "harness/record/line.h"

namespace hotlap::record {
namespace {

namespace fs = std::filesystem;
using core::Arm;
using core::Nanoseconds;
using core::SampleKind;
using core::Value;
using testing::ElementsAre;
using testing::HasSubstr;

RunHeader full_header() {
  RunHeader header;
  header.hotlap_version = "0.1.0";
  header.command_line = {"hotlap", "compare", "--old", "a \"b\"", ""};
  header.started_at = "2026-01-02T03:04:05Z";
  header.protocol = "laps";
  header.load = "closed";
  header.load_version = "hotlap 0.1.0";
  header.seed = std::numeric_limits<std::uint64_t>::max();
  header.control = false;
  header.single = true;
  header.budget_seconds = 0.1;
  header.rounds = 12;
  header.laps = 40;
  header.steady_laps = 15;
  header.warm_requests = 9000;
  header.lap_ms = 2.5;
  header.server_cpus = {0, 2};
  header.client_cpus = {1};
  header.subjects = {
      {Arm::old_build, "reference:before", "reference", "before", "/bin/x", "x 1", "xxh3:0", {"-v"}, {{"A", "1"}}},
      {Arm::new_build, "cmd:x", "cmd", "", "/bin/y", "", "xxh3:1", {}, {}},
      {Arm::control, "", "", "", "", "", "", {}, {}}};
  header.configurations = {{"get", {{"pipeline", "4"}, {"connections", "50"}}}, {"set-header", {}}};
  header.metrics = {
      {"cpu", "ns/request", core::Better::lower, core::Pooling::per_request, core::Role::decides, false, "h"},
      {"allocations", "per request", core::Better::higher, core::Pooling::per_round, core::Role::informs, true, ""},
      {"throughput", "req/s", core::Better::higher, core::Pooling::per_time, core::Role::informs, false, ""}};
  header.environment = {{"kernel", "6.1"}, {"cpu_model", "Z"}};
  header.warnings = {{"shared_core", "one core", "use another", {{"cores", 1}, {"busy_share", 0.1 + 0.2}}}};
  return header;
}

core::Sample full_sample() {
  core::Sample sample{
      SampleKind::lap, 1, 7, Arm::control, 3, 2, Nanoseconds(123456789012), Nanoseconds(20000001), 4321, {}, {}};
  sample.values = {{"throughput", 190123.25},
                   {"cpu", 0.1 + 0.2},
                   {"latency_p50", Value::absent("no \"latency\"\n here")},
                   {"zero", 0.0}};
  sample.marks = {"steal", "foreign_cpu"};
  return sample;
}

std::vector<Event> events_of_all_kinds() {
  std::vector<Event> events;
  for (const auto kind :
       {EventKind::round_done, EventKind::void_arm, EventKind::killed, EventKind::difference, EventKind::planned,
        EventKind::look, EventKind::interrupted, EventKind::resumed, EventKind::finished}) {
    Event event{
        .kind = kind, .at = Nanoseconds(5), .what = "w", .seen = "s", .durations = {{"launch", 1.5}, {"laps", 2e9}}};
    if (has_turn(kind)) event.configuration = 1, event.round = 9;
    if (has_arm(kind)) event.arm = Arm::new_build;
    if (kind == EventKind::planned) event.number = 24;
    events.push_back(event);
  }
  return events;
}

class RecordFolder : public testing::Test {
 protected:
  RecordFolder() : path_(fs::path(testing::TempDir()) / ("hotlap-record-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
  }
  ~RecordFolder() override { fs::remove_all(path_); }

  /// A record whose samples.jsonl holds exactly `lines`.
  void write(const std::string& lines) const {
    fs::create_directories(path_);
    std::ofstream(path_ / "run.json", std::ios::binary) << to_json(full_header());
    std::ofstream(path_ / "samples.jsonl", std::ios::binary) << lines;
  }
  std::string samples_text() const {
    std::ostringstream text;
    text << std::ifstream(path_ / "samples.jsonl", std::ios::binary).rdbuf();
    return text.str();
  }
  std::string complaint() const {
    try {
      read(path_);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }
  fs::path path_;
};

TEST(RunHeader, ComesBackAsItWas) { EXPECT_EQ(header_from_json(to_json(full_header()), "run.json"), full_header()); }

TEST(RunHeader, AnEmptyOneComesBackToo) { EXPECT_EQ(header_from_json(to_json({}), "run.json"), RunHeader{}); }

TEST(RunHeader, KeepsItsKeysInTheOrderOfTheContract) {
  std::vector<std::string> keys;
  const auto json = nlohmann::ordered_json::parse(to_json({}));
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("schema", "hotlap_version", "command_line", "started_at", "protocol", "load",
                                "load_version", "seed", "control", "single", "budget_seconds", "rounds", "laps",
                                "steady_laps", "warm_requests", "lap_ms", "server_cpus", "client_cpus", "subjects",
                                "configurations", "metrics", "environment", "warnings"));
}

TEST(RunHeader, HasTheKeysOfTheSchemaAndNoOther) {
  const auto schema =
      nlohmann::json::parse(std::ifstream(fs::path(HOTLAP_SOURCE_DIR) / "results/schema/run.schema.json"));
  const auto keys = [](const nlohmann::json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) names.push_back(key);
    return names;
  };
  const auto json = nlohmann::json::parse(to_json(full_header()));
  EXPECT_EQ(keys(json), keys(schema["properties"]));
  EXPECT_EQ(keys(json["subjects"][0]), keys(schema["$defs"]["subject"]["properties"]));
  EXPECT_EQ(keys(json["metrics"][0]), keys(schema["$defs"]["metric"]["properties"]));
  EXPECT_EQ(keys(json["warnings"][0]), keys(schema["$defs"]["warning"]["properties"]));
  EXPECT_EQ(keys(json["configurations"][0]), keys(schema["properties"]["configurations"]["items"]["properties"]));
}

TEST(RunHeader, OfTwoPairsWithOneNameTheLaterIsKept) {
  RunHeader header;
  header.environment = {{"a", "1"}, {"b", "2"}, {"a", "3"}};
  EXPECT_THAT(header_from_json(to_json(header), "run.json").environment,
              ElementsAre(std::pair{"a", "3"}, std::pair{"b", "2"}));
}

TEST(RunHeader, BytesThatAreNoTextAreReplaced) {
  RunHeader header;
  header.command_line = {"a\xff"};
  EXPECT_THAT(header_from_json(to_json(header), "run.json").command_line, ElementsAre("a\xef\xbf\xbd"));
}

TEST(RunHeader, ANumberThatIsNotFiniteIsOurError) {
  RunHeader header;
  header.budget_seconds = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(to_json(header), std::logic_error);
}

std::vector<core::Problem> header_problems(const std::string& text) {
  try {
    header_from_json(text, "run.json");
  } catch (const core::UserError& error) {
    return error.problems();
  }
  return {};
}

TEST(RunHeader, OfAnotherVersionIsRefusedWithTheOneThatIsRead) {
  EXPECT_THAT(
      header_problems(R"({"schema": "hotlap.run/2", "seed": "new"})"),
      ElementsAre(core::Problem{"the record is a 'hotlap.run/2'", "run.json", "this program reads hotlap.run/1"}));
  for (const char* text : {"{}", "[]", "3", R"({"schema": 1})"}) {
    EXPECT_THAT(header_problems(text),
                ElementsAre(core::Problem{"no 'schema': not a record", "run.json", "this program reads hotlap.run/1"}));
  }
}

TEST(RunHeader, TextThatIsNoJsonIsToldWithItsPlace) {
  EXPECT_THAT(header_problems("{\"schema\": }"),
              ElementsAre(core::Problem{"malformed JSON at byte 12", "run.json",
                                        "restore it from a copy, or measure again with a new --out"}));
  EXPECT_THAT(header_problems("")[0].what, HasSubstr("malformed JSON"));
  EXPECT_THAT(header_problems("{\"schema\": 1e999}")[0].what, HasSubstr("too large"));
}

TEST(RunHeader, TellsAllThatIsWrongAtOnce) {
  auto json = nlohmann::ordered_json::parse(to_json(full_header()));
  json["seed"] = -1;
  json["rounds"] = 5'000'000'000;
  json["laps"] = 1.5;
  json["control"] = "yes";
  json["server_cpus"] = {0, "1"};
  json["subjects"][1]["arm"] = "base";
  json["metrics"][0].erase("better");
  json["warnings"][0]["numbers"]["cores"] = nullptr;
  json["environment"] = nlohmann::json::array();
  json.erase("started_at");
  std::vector<std::string> whats;
  for (const auto& problem : header_problems(json.dump())) whats.push_back(problem.what);
  EXPECT_THAT(whats, ElementsAre("'started_at' is missing", "'seed' must be a whole number, not negative",
                                 "'control' must be true or false", "'rounds' is too large",
                                 "'laps' must be a whole number, not negative",
                                 "'server_cpus[1]' must be a whole number, not negative",
                                 "'subjects[1].arm' is unknown: 'base'", "'metrics[0].better' is missing",
                                 "'environment' must be an object", "'warnings[0].numbers.cores' must be a number"));
}

TEST(Line, OfASampleHasTheShapeOfTheContract) {
  EXPECT_EQ(
      to_line(full_sample()),
      R"({"kind":"lap","configuration":1,"round":7,"arm":"control","block":3,"position":2,"at_ns":123456789012,)"
      R"("elapsed_ns":20000001,"answered":4321,"values":{"throughput":190123.25,"cpu":0.30000000000000004,)"
      R"("latency_p50":null,"zero":0},"reasons":{"latency_p50":"no \"latency\"\n here"},"marks":["steal","foreign_cpu"]})"
      "\n");
}

TEST(Line, OfACleanSampleHasNeitherReasonsNorMarks) {
  core::Sample sample;
  sample.values = {{"cpu", 1.0}};
  EXPECT_EQ(to_line(sample),
            R"({"kind":"lap","configuration":0,"round":0,"arm":"old","block":0,"position":0,"at_ns":0,"elapsed_ns":0,)"
            R"("answered":0,"values":{"cpu":1}})"
            "\n");
}

TEST(Line, OfAnEventHasOnlyTheKeysThatApply) {
  const Event planned{.kind = EventKind::planned, .configuration = 1, .round = 2, .at = Nanoseconds(3), .number = 12};
  EXPECT_EQ(to_line(planned),
            "{\"kind\":\"event\",\"event\":\"planned\",\"configuration\":1,\"round\":2,\"at_ns\":3,\"number\":12}\n");
  const Event broken{.kind = EventKind::void_arm, .arm = Arm::new_build, .what = "died", .seen = "x"};
  EXPECT_EQ(to_line(broken),
            "{\"kind\":\"event\",\"event\":\"void_arm\",\"configuration\":0,\"round\":0,\"arm\":\"new\",\"at_ns\":0,"
            "\"what\":\"died\",\"seen\":\"x\"}\n");
  const Event done{.kind = EventKind::round_done, .durations = {{"launch", 1e6}}};
  EXPECT_EQ(to_line(done),
            "{\"kind\":\"event\",\"event\":\"round_done\",\"configuration\":0,\"round\":0,\"at_ns\":0,\"durations\":{"
            "\"launch\":1e+06}}\n");
  EXPECT_EQ(to_line(Event{.kind = EventKind::finished}), "{\"kind\":\"event\",\"event\":\"finished\",\"at_ns\":0}\n");
}

TEST(Line, ADurationThatIsNotFiniteIsOurError) {
  const Event done{.durations = {{"launch", std::numeric_limits<double>::infinity()}}};
  EXPECT_THROW(to_line(done), std::logic_error);
}

TEST_F(RecordFolder, GivesBackEverythingThatWasWritten) {
  std::vector<core::Sample> samples{full_sample(), core::Sample{}};
  samples.push_back({.kind = SampleKind::warmup, .arm = Arm::new_build});
  samples.push_back({.kind = SampleKind::round, .answered = std::numeric_limits<std::uint64_t>::max()});
  samples.back().values = {{"least", std::numeric_limits<double>::denorm_min()},
                           {"most", std::numeric_limits<double>::max()},
                           {"minus", -1.5}};
  {
    Writer writer = Writer::create(path_, full_header());
    for (const auto& event : events_of_all_kinds()) writer.append(event);  // `resumed` takes earlier samples out
    for (const auto& sample : samples) writer.append(sample);
  }
  const Record record = read(path_);
  EXPECT_EQ(record.folder, path_);
  EXPECT_EQ(record.header, full_header());
  EXPECT_EQ(record.samples, samples);
  EXPECT_EQ(record.events, events_of_all_kinds());
  EXPECT_FALSE(record.truncated);
}

TEST_F(RecordFolder, WithoutAnyLineIsARecord) {
  Writer::create(path_, full_header());
  const Record record = read(path_);
  EXPECT_TRUE(record.samples.empty());
  EXPECT_TRUE(record.events.empty());
  EXPECT_FALSE(record.truncated);
}

TEST_F(RecordFolder, HostileTextComesBackAsItWasOrReplaced) {
  const std::string huge(100'000, '"');
  const std::vector<std::pair<std::string, std::string>> texts{
      {"\"quotes\" and \\backslashes\\", "\"quotes\" and \\backslashes\\"},
      {"lines\r\nand\ttabs\n", "lines\r\nand\ttabs\n"},
      {std::string("nul\0in the middle", 17), std::string("nul\0in the middle", 17)},
      {"\x1b[31mred\x7f", "\x1b[31mred\x7f"},
      {"}{\"kind\":\"lap\"}", "}{\"kind\":\"lap\"}"},
      {"\xe2\x80\xa8 \xf0\x9f\x8f\x81", "\xe2\x80\xa8 \xf0\x9f\x8f\x81"},
      {"\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd"},
      {"cut \xe2\x82", "cut \xef\xbf\xbd"},
      {"surrogate \xed\xa0\x80", "surrogate \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {huge, huge}};
  {
    Writer writer = Writer::create(path_, full_header());
    for (const auto& [given, expected] : texts) {
      writer.append(Event{.kind = EventKind::void_arm, .what = given, .seen = given});
      core::Sample sample;
      sample.values = {{given, Value::absent(given)}};
      sample.marks = {given};
      writer.append(sample);
    }
  }
  const Record record = read(path_);
  ASSERT_EQ(record.events.size(), texts.size());
  ASSERT_EQ(record.samples.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(record.events[i].what, texts[i].second);
    EXPECT_EQ(record.events[i].seen, texts[i].second);
    EXPECT_EQ(record.samples[i].values[0].first, texts[i].second);
    EXPECT_EQ(record.samples[i].values[0].second.reason(), texts[i].second);
    EXPECT_EQ(record.samples[i].marks[0], texts[i].second);
  }
}

TEST_F(RecordFolder, CutAnywhereInItsLastLineKeepsTheOthersAndSaysSo) {
  const std::string whole = to_line(full_sample()) + to_line(Event{.kind = EventKind::finished});
  const std::string last = to_line(full_sample());
  for (std::size_t cut = 0; cut <= last.size(); ++cut) {
    write(whole + last.substr(0, cut));
    const Record record = read(path_);
    EXPECT_EQ(record.samples.size(), cut == last.size() ? 2u : 1u) << cut;
    EXPECT_EQ(record.events.size(), 1u) << cut;
    EXPECT_EQ(record.truncated, cut > 0 && cut < last.size()) << cut;
  }
}

TEST_F(RecordFolder, SamplesOfARoundThatWasCutShortDoNotCountAfterAResumption) {
  {
    Writer writer = Writer::create(path_, full_header());
    writer.append(core::Sample{.round = 0});
    writer.append(Event{.kind = EventKind::round_done, .round = 0});
    writer.append(core::Sample{.round = 1});
    writer.append(Event{.kind = EventKind::resumed});
    writer.append(core::Sample{.round = 1, .position = 2});
  }
  const Record record = read(path_);
  ASSERT_EQ(record.samples.size(), 2u);
  EXPECT_EQ(record.samples[0].round, 0);
  EXPECT_EQ(record.samples[1].position, 2);
}

TEST_F(RecordFolder, ReopenedAfterACutAnywhereContinuesWithAWholeLine) {
  const std::string whole = to_line(full_sample());
  const std::string last = to_line(Event{.kind = EventKind::finished});
  for (std::size_t cut = 0; cut <= last.size(); ++cut) {
    write(whole + last.substr(0, cut));
    Writer::reopen(path_).append(Event{.kind = EventKind::resumed});
    EXPECT_EQ(samples_text(), whole + (cut == last.size() ? last : "") + to_line(Event{.kind = EventKind::resumed}))
        << cut;
  }
}

TEST_F(RecordFolder, ReopenedWithALongOrOnlyAnUnfinishedLineLosesJustThat) {
  write(std::string(10'000, 'x'));
  Writer::reopen(path_);
  EXPECT_EQ(samples_text(), "");
  write("{}\n" + std::string(10'000, 'x'));
  Writer::reopen(path_);
  EXPECT_EQ(samples_text(), "{}\n");
}

TEST_F(RecordFolder, AMalformedLineInTheMiddleIsNamed) {
  write(to_line(full_sample()) + "{\"kind\":\n" + to_line(full_sample()));
  EXPECT_EQ(complaint(),
            (path_ / "samples.jsonl").string() +
                ":2: malformed JSON at byte 9 (restore it from a copy, or measure again with a new --out)");
}

TEST_F(RecordFolder, EachWayToBeMalformedIsTold) {
  const auto changed = [](std::string line, const std::string& from, const std::string& to) {
    EXPECT_NE(line.find(from), std::string::npos) << from;
    return line.replace(line.find(from), from.size(), to);
  };
  const std::string sample = to_line(full_sample());
  const std::string event = to_line(events_of_all_kinds()[1]);
  const std::vector<std::pair<std::string, std::string>> rows{
      {"\n", "malformed JSON at byte 1"},
      {"[]\n", "not an object"},
      {"{}\n", "'kind' is missing"},
      {changed(sample, R"("lap")", R"("lop")"), "unknown kind 'lop'"},
      {changed(sample, R"("lap")", "1"), "'kind' must be a string"},
      {changed(sample, R"("control")", R"("base")"), "unknown arm 'base'"},
      {changed(sample, R"("configuration":1)", R"("configuration":2)"), "configuration 2 of 2 (from 0)"},
      {changed(sample, R"("round":7)", R"("round":-7)"), "'round' must be a whole number, not negative"},
      {changed(sample, R"("round":7)", R"("round":7.5)"), "'round' must be a whole number, not negative"},
      {changed(sample, R"("round":7)", R"("round":5000000000)"), "'round' is too large: 5000000000"},
      {changed(sample, R"("block":3,)", ""), "'block' is missing"},
      {changed(sample, "190123.25", R"("fast")"), "'throughput' must be a number"},
      {changed(sample, "190123.25", "null"), "'throughput' is null without a reason"},
      {changed(sample, "190123.25", "1e999"), "malformed JSON: a number is too large"},
      {changed(sample, "190123.25", "NaN"), "malformed JSON"},
      {changed(sample, R"({"throughput")", R"(3,"x":{"y")"), "'values' must be an object"},
      {changed(sample, R"(["steal","foreign_cpu"])", "1"), "'marks' must be an array"},
      {changed(sample, R"("steal")", "\"\xff\""), "malformed JSON"},
      {changed(event, "void_arm", "void"), "unknown event 'void'"},
      {changed(event, R"("arm":"new",)", ""), "'arm' is missing"},
      {changed(event, R"("configuration":1)", R"("configuration":9)"), "configuration 9 of 2"},
      {changed(event, R"("what":"w")", R"("what":null)"), "'what' must be a string"},
      {changed(event, "1.5", "null"), "'launch' must be a number"},
      {changed(to_line(events_of_all_kinds()[4]), R"("number":24,)", ""), "'number' is missing"},
  };
  for (const auto& [line, what] : rows) {
    write(sample + event + line);
    EXPECT_THAT(complaint(), HasSubstr("samples.jsonl:3: " + what)) << line;
  }
}

TEST_F(RecordFolder, KeysOfALaterProgramArePassedOver) {
  write("{\"new\":[1,2]," + to_line(full_sample()).substr(1));
  EXPECT_THAT(read(path_).samples, ElementsAre(full_sample()));
}

TEST_F(RecordFolder, ADifferenceMayLeaveItsArmOut) {
  write("{\"kind\":\"event\",\"event\":\"difference\",\"configuration\":0,\"round\":0,\"at_ns\":0}\n");
  EXPECT_EQ(read(path_).events.size(), 1u);
}

TEST_F(RecordFolder, ThatIsNoneIsToldAsSuch) {
  EXPECT_EQ(complaint(),
            (path_ / "run.json").string() +
                ": cannot read the record: No such file or directory (a record is a folder with run.json)");
  write("");
  fs::remove(path_ / "samples.jsonl");
  EXPECT_EQ(complaint(), (path_ / "samples.jsonl").string() + ": cannot read the record: No such file or directory");
  fs::create_directory(path_ / "samples.jsonl");
  EXPECT_EQ(complaint(), (path_ / "samples.jsonl").string() + ": cannot read the record: Is a directory");
}

}  // namespace
}  // namespace hotlap::record
