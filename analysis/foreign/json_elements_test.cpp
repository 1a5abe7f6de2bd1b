#include "analysis/foreign/json_elements.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Bytes made while they are read: a head, then a piece many times, then a tail.
class Generated : public std::streambuf {
 public:
  Generated(std::string head, std::string piece, std::size_t times, std::string tail)
      : parts_{std::move(head), std::move(piece), std::move(tail)}, times_(times) {}

 protected:
  int_type underflow() override {
    if (part_ == 1 ? ++done_ >= times_ : part_ >= 0) ++part_;
    if (part_ < 0) part_ = 0;
    if (part_ > 2) return traits_type::eof();
    std::string& text = parts_[part_];
    setg(text.data(), text.data(), text.data() + text.size());
    return traits_type::to_int_type(text.front());
  }

 private:
  std::string parts_[3];
  std::size_t times_;
  std::size_t done_ = 0;
  int part_ = -1;
};

std::string problem(const std::string& text, const std::string& key = "a") {
  return error_of([&] {
    Collection collection;
    const Collector collector(collection, "f", core::Arm::old_build);
    std::istringstream stream(text);
    read_elements(stream, collector, key, [](const Json&, std::size_t) {});
  });
}

TEST(JsonElements, WhatIsNoArrayOfObjectsIsRefusedByLine) {
  EXPECT_EQ(problem(R"({"a":[{},{}],"b":[1]})"), "");
  EXPECT_EQ(problem("[{},{}]", ""), "");
  EXPECT_EQ(problem("\xEF\xBB\xBF{\"a\":[{}]}\r\n"), "");
  EXPECT_THAT(problem("{\n\"b\":[]}"), StartsWith("f:2: \"a\" is not there"));
  EXPECT_THAT(problem(R"({"a":{"x":{}}})"), StartsWith("f:1: \"a\" is no array of objects"));
  EXPECT_THAT(problem(R"({"a":[1,2]})"), StartsWith("f:1: \"a\" is no array of objects"));
  EXPECT_THAT(problem(R"({"a":"text"})"), StartsWith("f:1: \"a\" is no array of objects"));
  EXPECT_THAT(problem("{}", ""), StartsWith("f:1: the file is no array of objects"));
  EXPECT_THAT(problem(R"([{"a":[{}]}])"), StartsWith("f:1: there is no object with a \"a\""));
  EXPECT_THAT(problem("5"), StartsWith("f:1: "));
}

TEST(JsonElements, WhatIsNoJsonIsRefusedByLine) {
  EXPECT_THAT(problem(""), StartsWith("f:1: no JSON: syntax error"));
  EXPECT_THAT(problem("\n\n<html>"), StartsWith("f:3: no JSON: syntax error"));
  EXPECT_THAT(problem("{\"a\":[{\n"), StartsWith("f:2: no JSON: syntax error"));
  EXPECT_THAT(problem("{\"a\":[{}]}\n}"), StartsWith("f:2: no JSON: syntax error"));
  EXPECT_THAT(problem("{\"a\":[{\"x\":1,5e}]}"), StartsWith("f:1: no JSON: syntax error"));
  EXPECT_LT(problem("{\"a\":\"" + std::string(1'000'000, 'x')).size(), 600u);
}

TEST(JsonElements, DeepNestingIsRefusedBeforeItEndsTheStack) {
  const std::string deep(1'000'000, '[');
  EXPECT_THAT(problem("{\"a\":[{\"x\":" + deep), StartsWith("f:1: nested too deeply"));
  EXPECT_THAT(problem(deep), StartsWith("f:1: nested too deeply"));
}

TEST(JsonElements, DocumentsOneAfterAnotherEachBegin) {
  Collection collection;
  const Collector collector(collection, "f", core::Arm::old_build);
  std::istringstream stream("{\"a\":[{\"t\":\"}\\\"{\"}]}\n\n{\"a\":[\n{\"t\":\"y\"},{\"t\":\"z\"}]}\n");
  std::vector<std::string> seen;
  read_elements(
      stream, collector, "a",
      [&](const Json& one, std::size_t line) { seen.push_back(fmt::format("{} {}", line, one.at("t").dump())); },
      [&] { seen.emplace_back("begin"); });
  EXPECT_THAT(seen, ElementsAre("begin", R"(1 "}\"{")", "begin", "4 \"y\"", "4 \"z\""));
  std::istringstream two("{\"a\":[]}{\"a\":[]}");
  EXPECT_THAT(error_of([&] { read_elements_and(two, collector, "a", "b", [](const Json&, std::size_t) {}); }),
              StartsWith("f:1: more than one document"));
}

TEST(JsonElements, DocumentsHoldOnlyTheMembersAskedFor) {
  Collection collection;
  const Collector collector(collection, "f", core::Arm::old_build);
  std::istringstream stream(R"({"a":1,"b":{"a":2}} {"a":{"b":3}})");
  std::vector<std::string> seen;
  read_documents(stream, collector, {"a"}, [&](const Json& one, std::size_t) { seen.push_back(one.dump()); });
  EXPECT_THAT(seen, ElementsAre(R"({"a":1})", R"({"a":{"b":3}})"));
}

/// The most memory of this process so far, in KiB.
long peak() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  }
  return 0;
}

TEST(JsonElements, LargeFilesAreNotHeld) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer keeps what was freed";
#endif
  const std::string filler(1000, 'x');
  const std::string row = R"({"name":"A","run_type":"aggregate","aggregate_name":"mean","label":")" + filler + "\"},\n";
  // 40 MB of rows and 40 MB of a member that nothing asks for.
  Generated rows("{\"context\":{},\"benchmarks\":[\n", row, 40'000,
                 R"({"name":"A","run_type":"iteration","cpu_time":2,"time_unit":"ns"}]})");
  Generated member("{\"context\":[\n", "{\"x\":[\"" + filler + "\",1,2]},\n", 40'000,
                   R"(0],"benchmarks":[{"name":"A","cpu_time":3,"time_unit":"ns"}]})");
  const long before = peak();
  for (Generated* bytes : {&rows, &member}) {
    Collection collection;
    Collector collector(collection, "f", core::Arm::old_build);
    std::istream stream(bytes);
    format("google-benchmark").read(stream, collector);
    EXPECT_EQ(values(collection, "A").size(), 1u);
  }
  EXPECT_LT(peak() - before, 20'000);
}

}  // namespace
}  // namespace hotlap::foreign
