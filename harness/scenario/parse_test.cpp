// Scenario files: what is read, and what every mistake is told as.
#include "harness/scenario/parse.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

namespace hotlap::scenario {
namespace {

namespace fs = std::filesystem;
using core::Problem;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kMinimal = R"(name = "a"
help = "Says hello."
handler = "hello"
servers = []
[response]
)";

/// The scenario of a file without parameters.
Scenario read_one(const std::string& toml) {
  const ScenarioFile file = parse_scenario(toml, "a.toml");
  EXPECT_THAT(file.scenarios, testing::SizeIs(1));
  return file.first();
}

std::vector<Problem> problems_of(const std::string& toml) {
  try {
    parse_scenario(toml, "a.toml");
  } catch (const core::UserError& error) {
    return error.problems();
  }
  return {};
}

Problem only_problem(const std::string& toml) {
  const auto problems = problems_of(toml);
  EXPECT_EQ(problems.size(), 1u) << toml;
  return problems.empty() ? Problem{} : problems.front();
}

TEST(ParseScenario, ReadsEveryKey) {
  const Scenario scenario = read_one(R"(
name = "write-head"
help = "All headers go to writeHead."
handler = "write-head"
servers = ["reference", "node"]

[load]
connections = 10
pipeline = 4

[request]
method = "POST"
target = "/a?b"
headers = [["Host", "localhost"], ["Accept", "*/*"], ["X-Empty", ""]]
body = "ping"

[cold]
iterations = 6
requests = 40

[response]
status = 201
headers = [["Content-Type", "text/plain"]]
absent_headers = ["Transfer-Encoding"]
body = "pong!"
body_bytes = 5
)");
  EXPECT_EQ(scenario.name, "write-head");
  EXPECT_EQ(scenario.help, "All headers go to writeHead.");
  EXPECT_EQ(scenario.handler, "write-head");
  EXPECT_THAT(scenario.servers, ElementsAre("reference", "node"));
  EXPECT_EQ(scenario.load, (core::LoadShape{10, 4}));
  EXPECT_EQ(scenario.cold, (core::ColdStart{6, 40}));
  const core::Request request{"POST", "/a?b", {{"Host", "localhost"}, {"Accept", "*/*"}, {"X-Empty", ""}}, "ping"};
  EXPECT_EQ(scenario.request, request);
  const core::Expectation response{201, {{"Content-Type", "text/plain"}}, {"Transfer-Encoding"}, "pong!", 5};
  EXPECT_EQ(scenario.response, response);
}

TEST(ParseScenario, LeavesWhatIsNotStatedAsTheVocabularyHasIt) {
  const Scenario scenario = read_one(kMinimal);
  EXPECT_EQ(scenario.request, core::Request{});
  EXPECT_EQ(scenario.load, core::LoadShape{});
  EXPECT_EQ(scenario.cold, std::nullopt);
  EXPECT_EQ(scenario.response, core::Expectation{});
}

TEST(ParseScenario, AStatedBodyGivesItsLengthAndALengthMayStandAlone) {
  EXPECT_EQ(read_one(kMinimal + "body = 'hello'").response.body_bytes, 5u);
  const auto response = read_one(kMinimal + "body_bytes = 1024").response;
  EXPECT_EQ(response.body_bytes, 1024u);
  EXPECT_EQ(response.body, std::nullopt);
  EXPECT_EQ(read_one(kMinimal + "body = ''").response.body, "");
}

TEST(ParseScenario, ASyntaxErrorIsTheOnlyProblem) {
  const Problem problem = only_problem("name = 'a'\nhelp = \nconections = 3\n");
  EXPECT_THAT(problem.where, testing::StartsWith("a.toml:2:"));
  EXPECT_THAT(problem.what, HasSubstr("syntax error"));
}

TEST(ParseScenario, AKeyThatStandsTwiceIsASyntaxError) {
  EXPECT_THAT(only_problem("name = 'a'\nname = 'b'\n").what, HasSubstr("syntax error"));
}

TEST(ParseScenario, TellsAllProblemsInTheOrderOfTheFileAndWhatIsMissingLast) {
  EXPECT_THAT(
      problems_of("name = 'A b'\n"
                  "help = 3\n"
                  "severs = []\n"
                  "[load]\n"
                  "connections = 0\n"
                  "conections = 5\n"
                  "[request]\n"
                  "headers = [['Bad Name', 'x']]\n"),
      ElementsAre(Problem{"name 'A b'", "a.toml:1:8", "lower-case letters, digits and '-' only"},
                  Problem{"'help' must be a string, not an integer", "a.toml:2:8", ""},
                  Problem{"unknown key 'severs'", "a.toml:3:1", "did you mean 'servers'?"},
                  Problem{"'connections' in [load] is 0: must be from 1 to 10000", "a.toml:5:15", ""},
                  Problem{"unknown key 'conections' in [load]", "a.toml:6:1", "did you mean 'connections'?"},
                  Problem{"a header name is not a token of RFC 9110", "a.toml:8:13", ""},
                  Problem{"missing key 'handler'", "a.toml", ""}, Problem{"missing key 'servers'", "a.toml", ""},
                  Problem{"missing key 'response'", "a.toml", ""}));
}

TEST(ParseScenario, AnUnknownTableIsToldAsOne) {
  EXPECT_EQ(only_problem(kMinimal + "[lod]\nconnections = 3\n"),
            (Problem{"unknown table 'lod'", "a.toml:6:2", "did you mean 'load'?"}));
}

TEST(ParseScenario, AKeyIsFoundByItsPlaceEvenWhenDotted) {
  EXPECT_EQ(only_problem("load.conections = 3\n" + kMinimal),
            (Problem{"unknown key 'conections' in [load]", "a.toml:1:6", "did you mean 'connections'?"}));
}

struct Mistake {
  std::string line;  ///< line 6 of the file, in [response] unless it opens a table
  std::string where;
  std::string what;
  friend void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.line; }
};

class OneMistake : public testing::TestWithParam<Mistake> {};

TEST_P(OneMistake, IsTheOneProblemAndItsPlaceIsTold) {
  const Problem problem = only_problem(kMinimal + GetParam().line + "\n");
  EXPECT_EQ(problem.where, "a.toml:" + GetParam().where);
  EXPECT_THAT(problem.what, HasSubstr(GetParam().what));
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, OneMistake,
    testing::Values(Mistake{"status = 99", "6:10", "is 99: must be from 100 to 599"},
                    Mistake{"status = 600", "6:10", "is 600"},
                    Mistake{"status = 200.0", "6:10", "must be an integer, not a number with a fraction"},
                    Mistake{"status = '200'", "6:10", "must be an integer, not a string"},
                    Mistake{"status = true", "6:10", "not a boolean"}, Mistake{"body = 3", "6:8", "must be a string"},
                    Mistake{"body = 2020-01-01", "6:8", "not a date"}, Mistake{"body_bytes = -1", "6:14", "is -1"},
                    Mistake{"body = 'abc'\nbody_bytes = 4", "7:14", "body_bytes is 4, but the body has 3 bytes"},
                    Mistake{"headers = 'a'", "6:11", "must be an array of [name, value] pairs, not a string"},
                    Mistake{"headers = ['a']", "6:12", "pair of strings"}));

INSTANTIATE_TEST_SUITE_P(MoreMistakes, OneMistake,
                         testing::Values(Mistake{"headers = [['a']]", "6:12", "pair of strings"},
                                         Mistake{"headers = [['a', 1]]", "6:12", "pair of strings"},
                                         Mistake{"headers = [['', 'x']]", "6:13", "not a token"},
                                         Mistake{R"(headers = [["a", "x\r\ny: z"]])", "6:18", "control character"},
                                         Mistake{R"(headers = [["a", "x "]])", "6:18", "white space"},
                                         Mistake{"absent_headers = ['a:']", "6:19", "not a token"},
                                         Mistake{"absent_headers = [1]", "6:19", "must be a string, not an integer"},
                                         Mistake{"[load]\npipeline = 1001", "7:12", "must be from 1 to 1000"},
                                         Mistake{"[load]\nconnections = 10001", "7:15", "must be from 1 to 10000"},
                                         Mistake{"[request]\nmethod = 'GE T'", "7:10", "not a token"},
                                         Mistake{"[request]\nmethod = ''", "7:10", "not a token"},
                                         Mistake{"[request]\ntarget = 'a'", "7:10", "must start with '/'"},
                                         Mistake{R"([request]
target = "/a HTTP/1.1\r\nX: y")",
                                                 "7:10", "no white space or control"}));

INSTANTIATE_TEST_SUITE_P(
    OfTheColdStart, OneMistake,
    testing::Values(Mistake{"[cold]\niterations = 5\nrequests = 50", "7:14", "is 5: must be from 6 to 10000"},
                    Mistake{"[cold]\niterations = 6\nrequests = 0", "8:12", "is 0: must be from 1 to 1000000"},
                    Mistake{"[cold]\niterations = 6\nrequests = 49", "8:12", "49 requests an iteration, fewer than"},
                    Mistake{"[load]\nconnections = 4\npipeline = 3\n[cold]\niterations = 6\nrequests = 11", "11:12",
                            "11 requests an iteration, fewer than"},
                    Mistake{"[cold]\nrequests = 50", "6:1", "missing key 'iterations' in [cold]"},
                    Mistake{"[cold]\niterations = 6", "6:1", "missing key 'requests' in [cold]"},
                    Mistake{"[cold]\niterations = 6\nrequests = 50\nconnections = 9", "9:1", "unknown key"}));

TEST(ParseScenario, AColdStartMayFollowAParameter) {
  const ScenarioFile file = parse_scenario(
      "name = 'a'\nhelp = 'h'\nhandler = 'x'\nservers = []\n[parameters]\nc = [4, 8]\n[load]\nconnections = '{c}'\n"
      "[cold]\niterations = 6\nrequests = '{c}'\n[response]\n",
      "a.toml");
  ASSERT_THAT(file.scenarios, testing::SizeIs(2));
  EXPECT_EQ(file.scenarios[0].cold, (core::ColdStart{6, 4}));
  EXPECT_EQ(file.scenarios[1].cold, (core::ColdStart{6, 8}));
}

TEST(ParseScenario, ATableMustBeATable) {
  EXPECT_EQ(only_problem("request = 'GET /'\n" + kMinimal),
            (Problem{"'request' must be a table, not a string", "a.toml:1:11", ""}));
}

TEST(ParseScenario, TextsForPeopleAreNeitherEmptyNorDoTheyMoveTheCursor) {
  std::string toml = kMinimal;
  toml.replace(toml.find("Says hello."), 11, "");
  EXPECT_EQ(only_problem(toml).what, "help is empty");
  toml = kMinimal;
  toml.replace(toml.find("\"hello\""), 7, R"("\u001b[2J")");
  EXPECT_EQ(only_problem(toml).what, "handler holds a control character");
}

TEST(ParseScenario, AServerStandsOnce) {
  std::string toml = kMinimal;
  toml.replace(toml.find("[]"), 2, R"(["node", "node"])");
  EXPECT_EQ(only_problem(toml), (Problem{"server 'node' is named twice", "a.toml:4:20", ""}));
}

class Folder : public testing::Test {
 protected:
  Folder() : path_(fs::path(testing::TempDir()) / ("hotlap-scenarios-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() override { fs::remove_all(path_); }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  std::string named(const std::string& name) const { return "name = '" + name + "'" + kMinimal.substr(10); }
  fs::path path_;
};

TEST_F(Folder, OfScenariosIsReadByName) {
  write("b.toml", named("b"));
  write("a-1.toml", named("a-1"));
  write("a.toml", named("a"));
  write("README.md", "not a scenario");
  std::vector<std::string> names;
  for (const ScenarioFile& file : read_scenarios(path_)) names.push_back(file.first().name);
  EXPECT_THAT(names, ElementsAre("a", "a-1", "b"));
}

TEST_F(Folder, WithoutScenariosHasNone) { EXPECT_TRUE(read_scenarios(path_).empty()); }

TEST_F(Folder, TellsTheProblemsOfAllFiles) {
  write("a.toml", "=");
  write("b.toml", named("c"));
  write("d.toml", named("d"));
  try {
    read_scenarios(path_);
    FAIL() << "no error";
  } catch (const core::UserError& error) {
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_THAT(error.problems()[0].where, testing::StartsWith((path_ / "a.toml:1:").string()));
    EXPECT_EQ(error.problems()[1],
              (Problem{"the name 'c' is not the file's", (path_ / "b.toml:1:8").string(), "name = \"b\""}));
  }
}

TEST_F(Folder, AFileIsReadByItself) {
  EXPECT_EQ(read_scenario(write("a.toml", named("a"))).first().handler, "hello");
  EXPECT_THROW(read_scenario(write("b.toml", named("a"))), core::UserError);
}

TEST_F(Folder, WhatCannotBeReadIsNamedWithTheReason) {
  const auto reason = [](const auto& read) -> std::string {
    try {
      read();
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  };
  const fs::path nowhere = path_ / "nowhere";
  EXPECT_EQ(reason([&] { read_scenarios(nowhere); }),
            nowhere.string() + ": cannot read scenarios: No such file or directory");
  EXPECT_EQ(reason([&] { read_scenario(nowhere); }),
            nowhere.string() + ": cannot read scenarios: No such file or directory");
  EXPECT_EQ(reason([&] { read_scenario(path_); }), path_.string() + ": cannot read scenarios: Is a directory");
}

}  // namespace
}  // namespace hotlap::scenario
