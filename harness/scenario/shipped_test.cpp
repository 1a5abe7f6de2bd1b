// The scenarios of the folder: each says what it does, and holds its workload to it.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "harness/scenario/placeholders.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {
namespace {

using testing::IsEmpty;
using testing::Not;

std::vector<ScenarioFile> shipped() { return read_scenarios(std::filesystem::path(HOTLAP_SOURCE_DIR) / "scenarios"); }

const ScenarioFile& shipped(const std::vector<ScenarioFile>& files, const std::string& name) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.first().name == name; });
  if (found == files.end()) throw std::out_of_range("no scenario " + name);
  return *found;
}

/// As many header lines as this, and no more, Host included.
std::size_t lines(const core::Request& request) { return core::sent_headers(request, "h").size(); }

void expect_filled(const core::Request& request) {
  std::string text = request.target + request.body;
  for (const auto& [name, value] : request.headers) text += name + value;
  EXPECT_THAT(first_placeholder(text), IsEmpty()) << text;
}

void expect_filled(const core::Expectation& response) {
  std::string text = response.body.value_or("");
  for (const auto& [name, value] : response.headers) text += name + value;
  if (response.body_repeat) text += response.body_repeat->text;
  EXPECT_THAT(first_placeholder(text), IsEmpty()) << text;
}

/// `get` is for servers of which nothing is known; it is written for none by name.
TEST(ShippedScenarios, CheckTheSizeOfTheirAnswersAndResolveTheirPlaceholders) {
  const auto files = shipped();
  ASSERT_THAT(files, Not(IsEmpty()));
  for (const ScenarioFile& file : files) {
    for (const Scenario& scenario : file.scenarios) {
      SCOPED_TRACE(scenario.name + " " + testing::PrintToString(scenario.parameters));
      EXPECT_FALSE(scenario.help.empty());
      EXPECT_TRUE(scenario.response.body_bytes || scenario.response.header_lines || scenario.servers.empty());
      expect_filled(scenario.request);
      for (const core::Request& kind : scenario.other_kinds) expect_filled(kind);
      expect_filled(scenario.response);
    }
  }
}

TEST(ShippedScenarios, AreGridsOfTheSizesOfTheirSources) {
  const auto files = shipped();
  const auto size = [&](const char* name) { return shipped(files, name).scenarios.size(); };
  EXPECT_EQ(size("simple"), 48u);
  EXPECT_EQ(size("set-header-grid"), 4u);
  EXPECT_EQ(size("headers"), 6u);
  EXPECT_EQ(size("incoming-headers"), 4u);
  EXPECT_EQ(size("end-vs-write-end"), 24u);
}

TEST(ShippedScenarios, OfIncomingHeadersReallySendThem) {
  const auto files = shipped();
  for (const Scenario& scenario : shipped(files, "incoming-headers").scenarios) {
    EXPECT_EQ(lines(scenario.request), 26u);
    const bool blanks = scenario.parameters.front() == std::pair<std::string, std::string>("w", "6");
    EXPECT_EQ(scenario.request.headers.back(),
              (core::HeaderField{"foo19", std::string("some header value 19") + (blanks ? " \t \t \t" : "")}));
  }
}

TEST(ShippedScenarios, OfManyClientsDifferInTheirClientsAlone) {
  const auto files = shipped();
  const Scenario& one = shipped(files, "many-clients").first();
  const Scenario& forty = shipped(files, "many-clients-40").first();
  const Scenario& repeated = shipped(files, "many-clients-repeat").first();
  EXPECT_EQ(forty.request, one.request);
  EXPECT_EQ(forty.load.kinds, 40);
  EXPECT_EQ(forty.load.connections, one.load.connections);
  EXPECT_EQ(forty.other_kinds.size(), 39u);
  EXPECT_EQ(forty.other_kinds.back().headers[1], (core::HeaderField{"X-Kind-39", "39"}));
  EXPECT_EQ(lines(forty.other_kinds.back()), lines(one.request));
  EXPECT_EQ(lines(repeated.request), lines(one.request) + 1);
  EXPECT_EQ(forty.response, one.response);
  EXPECT_EQ(repeated.response, one.response);
}

/// The source: 16 connections, 120 iterations of 256 requests in a fresh process.
TEST(ShippedScenarios, OfJsonApiLooksAtTheColdStartAsItsSourceDoes) {
  const auto files = shipped();
  const Scenario& api = shipped(files, "json-api").first();
  EXPECT_EQ(api.load, (core::LoadShape{16, 1}));
  EXPECT_EQ(api.cold, (core::ColdStart{120, 256}));
}

TEST(ShippedScenarios, OfLongBodiesExpectEveryByte) {
  const auto files = shipped();
  for (const Scenario& scenario : shipped(files, "end-vs-write-end").scenarios) {
    ASSERT_TRUE(scenario.response.body_repeat);
    EXPECT_EQ(std::to_string(*scenario.response.body_bytes), scenario.parameters[1].second);
    EXPECT_EQ(scenario.response.body_repeat->text, scenario.parameters[0].second == "utf" ? "\xc3\xbc" : "a");
    EXPECT_THAT(scenario.response.headers, testing::SizeIs(1));
  }
}

}  // namespace
}  // namespace hotlap::scenario
