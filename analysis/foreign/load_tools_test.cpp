// oha, autocannon, h2load and ab: rates of runs whose answers were right, and nothing else.
#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

TEST(Oha, RunsOneAfterAnotherAreSamplesAndTheDeadlineIsNoError) {
  const Collection found = read("oha", text_of("oha.json"));
  EXPECT_THAT(values(found, "oha"), ElementsAre(12345.678, 12500));
  EXPECT_THAT(broken(found), IsEmpty());
}

TEST(Oha, OtherStatusesAndErrorsBreakTheArm) {
  const std::string text = text_of("oha.json");
  EXPECT_THAT(broken(read("oha", replaced(text, "\"204\"", "\"503\""))),
              ElementsAre("f:6: wrong or missing answers: 56 with status 503"));
  EXPECT_THAT(broken(read("oha", replaced(text, "aborted due to deadline", "connection refused"))),
              ElementsAre("f:6: wrong or missing answers: 50 ended with 'connection refused'"));
  EXPECT_THAT(broken(read("oha", replaced(text, "{\"200\": 125000}", "{}"))),
              ElementsAre("f:7: wrong or missing answers: 1 run without any answer"));
}

TEST(Oha, WhatIsWrongIsRefusedByLine) {
  const std::string text = text_of("oha.json");
  EXPECT_THAT(error_in("oha", replaced(text, "12345.678", "null")), StartsWith("f:6: \"requestsPerSec\" is no number"));
  EXPECT_THAT(error_in("oha", replaced(text, "12345.678", "NaN")), StartsWith("f:2: no JSON"));
  EXPECT_THAT(error_in("oha", replaced(text, "\"summary\": {\"requests", "\"summary\": 5, \"x\": {\"requests")),
              StartsWith("f:7: there is no object with a \"requestsPerSec\""));
  EXPECT_THAT(error_in("oha", R"({"summary":{"requestsPerSec":1}})"),
              StartsWith("f:1: there is no object \"statusCodeDistribution\""));
  EXPECT_THAT(error_in("oha", R"({"summary":{"requestsPerSec":1},"statusCodeDistribution":{"200":"1"}})"),
              StartsWith("f:1: \"200\" is no number"));
}

TEST(Autocannon, RunsOneAfterAnotherAreSamples) {
  const Collection found = read("autocannon", text_of("autocannon.json"));
  EXPECT_THAT(values(found, "http://127.0.0.1:3000"), ElementsAre(25000.5, 26000));
  EXPECT_THAT(broken(found), IsEmpty());
}

TEST(Autocannon, ErrorsTimeoutsAndOtherStatusesBreakTheArm) {
  const std::string text = text_of("autocannon.json");
  for (const auto& [key, what] : std::vector<std::pair<std::string, std::string>>{
           {"errors", "7 errors"}, {"timeouts", "7 timeouts"}, {"non2xx", "7 not 2xx"}}) {
    EXPECT_THAT(broken(read("autocannon", replaced(text, "\"" + key + "\":0", "\"" + key + "\":7"))),
                ElementsAre("f:1: wrong or missing answers: " + what));
  }
}

TEST(Autocannon, WhatIsWrongIsRefusedByLine) {
  const std::string text = text_of("autocannon.json");
  EXPECT_THAT(error_in("autocannon", replaced(text, "25000.5", "\"25000\"")), StartsWith("f:1: \"average\" is no num"));
  EXPECT_THAT(error_in("autocannon", replaced(text, "\"non2xx\":0,", "")), StartsWith("f:1: there is no \"non2xx\""));
  EXPECT_THAT(error_in("autocannon", R"({"url":"x","requests":[1]})"), StartsWith("f:1: there is no object with a"));
}

TEST(H2load, RunsOneAfterAnotherAreSamples) {
  const Collection found = read("h2load", text_of("h2load.txt"));
  EXPECT_THAT(values(found, "h2load"), ElementsAre(141164.8, 1412.5));
  EXPECT_THAT(broken(found), IsEmpty());
}

TEST(H2load, FailuresBreakTheArm) {
  const std::string text = text_of("h2load.txt");
  EXPECT_THAT(
      broken(read("h2load", replaced(text, "0 failed, 0 errored, 0 timeout", "3 failed, 2 errored, 1 timeout"))),
      ElementsAre("f:8: wrong or missing answers: 3 failed, 2 errored, 1 timeout"));
  EXPECT_THAT(broken(read("h2load", replaced(text, "0 3xx, 0 4xx, 0 5xx", "1 3xx, 2 4xx, 3 5xx"))),
              ElementsAre("f:8: wrong or missing answers: 1 3xx, 2 4xx, 3 5xx"));
  EXPECT_THAT(broken(read("h2load", replaced(text, "141164.80", "0.00"))),
              ElementsAre("f:8: wrong or missing answers: 1 run without any answer"));
}

TEST(H2load, WhatIsWrongIsRefusedByLine) {
  const std::string text = text_of("h2load.txt");
  EXPECT_THAT(error_in("h2load", replaced(text, "141164.80", "141164,80")), StartsWith("f:6: there is no rate"));
  EXPECT_THAT(error_in("h2load", replaced(text, "141164.80", "nan")), StartsWith("f:6: there is no rate"));
  EXPECT_THAT(error_in("h2load", replaced(text, ", 0 5xx", "")), StartsWith("f:8: nothing is said of 5xx"));
  EXPECT_THAT(error_in("h2load", replaced(text, "status codes:", "")), StartsWith("f:12: a run without its status"));
  EXPECT_THAT(error_in("h2load", "starting benchmark...\n"), StartsWith("f:1: there is no run of h2load"));
}

TEST(Ab, RunsOneAfterAnotherAreSamples) {
  const Collection found = read("ab", text_of("ab.txt"));
  EXPECT_THAT(names(found), ElementsAre("/x c=10"));
  EXPECT_THAT(values(found, "/x c=10"), ElementsAre(2000.25, 2100));
  EXPECT_THAT(broken(found), IsEmpty());
}

TEST(Ab, FailuresBreakTheArm) {
  const std::string text = text_of("ab.txt");
  EXPECT_THAT(broken(read("ab", replaced(text, "Failed requests:        0", "Failed requests:        5"))),
              ElementsAre(AllOf(StartsWith("f:20: wrong or missing answers: 5 failed"), HasSubstr("ab -l"))));
  EXPECT_THAT(broken(read("ab", replaced(text, "Total transferred:", "Non-2xx responses:      9\nTotal transferred:"))),
              ElementsAre("f:21: wrong or missing answers: 9 not 2xx"));
  EXPECT_THAT(broken(read("ab", replaced(text, "Write errors:           0", "Write errors:           2"))),
              ElementsAre("f:28: wrong or missing answers: 2 write errors"));
}

TEST(Ab, WhatIsWrongIsRefusedByLine) {
  const std::string text = text_of("ab.txt");
  EXPECT_THAT(error_in("ab", replaced(text, "2000.25", "2000,25")), StartsWith("f:20: '2000,25' is no number"));
  EXPECT_THAT(error_in("ab", replaced(text, "2000.25", "-nan")), StartsWith("f:20: '-nan' is no number"));
  EXPECT_THAT(error_in("ab", replaced(text, "Requests per", "x")), StartsWith("f:22: a run without Requests per sec"));
  EXPECT_THAT(error_in("ab", replaced(text, "Failed requests:", "x")), StartsWith("f:20: a rate without its Document"));
  EXPECT_THAT(error_in("ab", "This is ApacheBench\n"), StartsWith("f:1: there is no run of ab"));
}

}  // namespace
}  // namespace hotlap::foreign
