// Parameters: what a file with them stands for.
#include <gmock/gmock.h>

#include "harness/core/error.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {
namespace {

using core::HeaderField;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

const std::string kHead = R"(
name = "a"
help = "Says hello."
handler = "hello"
servers = []
)";

ScenarioFile read(const std::string& toml) { return parse_scenario(kHead + toml, "a.toml"); }

std::vector<std::string> targets(const ScenarioFile& file) {
  std::vector<std::string> targets;
  for (const Scenario& scenario : file.scenarios) targets.push_back(scenario.request.target);
  return targets;
}

TEST(Grid, IsTheProductInTheOrderWrittenAndTheLastChangesFastest) {
  const ScenarioFile file = read(R"(
[parameters]
zoom = ["big", "small"]
len = [4, 1024]
[request]
target = "/{zoom}/{len}"
[response]
)");
  EXPECT_THAT(targets(file), ElementsAre("/big/4", "/big/1024", "/small/4", "/small/1024"));
  EXPECT_THAT(file.parameters, ElementsAre(Parameter{"zoom", {"big", "small"}}, Parameter{"len", {"4", "1024"}}));
  EXPECT_THAT(file.scenarios[2].parameters, ElementsAre(Pair("zoom", "small"), Pair("len", "4")));
}

TEST(Grid, OfTuplesChangesTheirParametersTogether) {
  const ScenarioFile file = read(R"(
[parameters]
"n,len" = [[10, 1], [10, 5], [50, 1]]
c = [1, 2]
[load]
connections = "{c}"
[request]
target = "/{n}/{len}"
[response]
header_lines = "{n}+3"
)");
  EXPECT_THAT(targets(file), ElementsAre("/10/1", "/10/1", "/10/5", "/10/5", "/50/1", "/50/1"));
  EXPECT_THAT(file.parameters,
              ElementsAre(Parameter{"n", {"10", "50"}}, Parameter{"len", {"1", "5"}}, Parameter{"c", {"1", "2"}}));
  EXPECT_THAT(file.scenarios[5].parameters, ElementsAre(Pair("n", "50"), Pair("len", "1"), Pair("c", "2")));
  EXPECT_EQ(file.scenarios[5].response.header_lines, 53);
  EXPECT_EQ(file.scenarios[0].response.header_lines, 13);
}

TEST(Grid, WithoutParametersIsOneScenario) {
  const ScenarioFile file = read("[response]\n");
  EXPECT_THAT(file.parameters, IsEmpty());
  ASSERT_THAT(file.scenarios, SizeIs(1));
  EXPECT_THAT(file.first().parameters, IsEmpty());
}

TEST(Placeholders, StandInEveryStringOfRequestAndResponseAndInTheLoad) {
  const ScenarioFile file = read(R"(
[parameters]
p = [7]
[load]
connections = "{p}"
pipeline = "{p}+1"
[request]
target = "/{p}"
headers = [["X-{p}", "v{p}{p}"]]
body = "b{p}"
header_lines = "{p}+-4"
[response]
status = "20{p}"
headers = [["Y-{p}", "w{p}"]]
body = "r{p}"
body_bytes = "{p}+-5"
header_lines = "{p}"
)");
  const Scenario& scenario = file.first();
  EXPECT_EQ(scenario.request, (core::Request{"GET", "/7", {{"X-7", "v77"}}, "b7"}));
  EXPECT_EQ(scenario.response.status, 207);
  EXPECT_THAT(scenario.response.headers, ElementsAre(HeaderField{"Y-7", "w7"}));
  EXPECT_EQ(scenario.response.body, "r7");
  EXPECT_EQ(scenario.response.body_bytes, 2u);
  EXPECT_EQ(scenario.response.header_lines, 7);
  EXPECT_EQ(scenario.load, (core::LoadShape{7, 8}));
  EXPECT_EQ(scenario.connections_from, "p");
  EXPECT_EQ(scenario.pipeline_from, "p");
}

TEST(Placeholders, LeaveOtherBracesAloneAndAreFilledOnce) {
  const ScenarioFile file = read(R"(
[parameters]
n = ["{m}"]
m = ["x"]
[request]
target = "/{}/{n}/{m}/{N}/{"
[response]
body = '{"id":42,"roles":["{n}"],"of":{"a":{}}}'
)");
  EXPECT_EQ(file.first().request.target, "/{}/{m}/x/{N}/{");
  EXPECT_EQ(file.first().response.body, R"({"id":42,"roles":["{m}"],"of":{"a":{}}})");
}

TEST(Repeat, SendsItsLinesBehindTheHeadersWithWhiteSpaceBehindTheirValues) {
  const ScenarioFile file = read(R"(
[parameters]
w = [0, 5]
[request]
target = "/{w}"
headers = [["Accept", "*/*"]]
repeat = { count = 2, name = "foo{i}", value = "value {i} of {w}", trailing_white_space = "{w}" }
header_lines = 4
[response]
)");
  EXPECT_THAT(file.scenarios[0].request.headers,
              ElementsAre(HeaderField{"Accept", "*/*"}, HeaderField{"foo0", "value 0 of 0"},
                          HeaderField{"foo1", "value 1 of 0"}));
  EXPECT_THAT(file.scenarios[1].request.headers,
              ElementsAre(HeaderField{"Accept", "*/*"}, HeaderField{"foo0", "value 0 of 5 \t \t "},
                          HeaderField{"foo1", "value 1 of 5 \t \t "}));
}

TEST(Kinds, AreRequestsOfOneScenario) {
  const ScenarioFile file = read(R"(
[request]
kinds = 3
target = "/{kind}"
headers = [["X-Kind-{kind}", "k{kind}"]]
[response]
)");
  ASSERT_THAT(file.scenarios, SizeIs(1));
  const Scenario& scenario = file.first();
  EXPECT_EQ(scenario.load.kinds, 3);
  EXPECT_EQ(scenario.request, (core::Request{"GET", "/0", {{"X-Kind-0", "k0"}}, ""}));
  EXPECT_THAT(scenario.other_kinds, ElementsAre(core::Request{"GET", "/1", {{"X-Kind-1", "k1"}}, ""},
                                                core::Request{"GET", "/2", {{"X-Kind-2", "k2"}}, ""}));
  EXPECT_THAT(scenario.parameters, IsEmpty());
}

TEST(BodyRepeat, IsATextSoManyTimesOrUntilSoManyBytes) {
  const auto body = [](const std::string& how) { return read("[response]\nbody_repeat = " + how).first().response; };
  const auto times = body(R"({ text = "ab", times = 3 })");
  EXPECT_EQ(times.body_repeat, (core::RepeatedText{"ab", 3}));
  EXPECT_EQ(times.body_bytes, 6u);
  EXPECT_EQ(times.body, std::nullopt);
  const auto bytes = body(R"({ text = "ü", bytes = 8 })");
  EXPECT_EQ(bytes.body_repeat, (core::RepeatedText{"\xc3\xbc", 4}));
  EXPECT_EQ(bytes.body_bytes, 8u);
}

TEST(Also, AddsToTheExpectationsOfTheConfigurationsItIsFor) {
  const ScenarioFile file = read(R"(
[parameters]
len = [4, 8]
chunked = [1, 0]
[request]
target = "/{len}/{chunked}"
[response]
headers = [["Content-Type", "text/plain"]]
[[response.also]]
when = { chunked = 1 }
headers = [["Transfer-Encoding", "chunked"]]
absent_headers = ["Content-Length"]
[[response.also]]
when = { chunked = "0", len = 8 }
body_repeat = { text = "C", times = "{len}" }
)");
  ASSERT_THAT(file.scenarios, SizeIs(4));
  const HeaderField type{"Content-Type", "text/plain"};
  EXPECT_THAT(file.scenarios[0].response.headers, ElementsAre(type, HeaderField{"Transfer-Encoding", "chunked"}));
  EXPECT_THAT(file.scenarios[0].response.absent_headers, ElementsAre("Content-Length"));
  EXPECT_THAT(file.scenarios[1].response.headers, ElementsAre(type));
  EXPECT_EQ(file.scenarios[1].response.body_bytes, std::nullopt);
  EXPECT_EQ(file.scenarios[3].response.body_bytes, 8u);
}

}  // namespace
}  // namespace hotlap::scenario
