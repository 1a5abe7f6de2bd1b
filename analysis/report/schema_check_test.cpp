// The schema check must be able to refuse: each keyword, and what it does not know.
#include "analysis/report/schema_check.h"

#include <gmock/gmock.h>

namespace hotlap::report {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> problems(const char* schema, const json& value) {
  return SchemaCheck(json::parse(schema)).problems(value);
}

TEST(SchemaCheck, RefusesWhatEachKeywordForbids) {
  EXPECT_THAT(problems(R"({"type":"string"})", 1), ElementsAre(HasSubstr("type")));
  EXPECT_THAT(problems(R"({"type":["number","null"]})", "x"), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"type":"integer"})", 1.5), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"const":"a"})", "b"), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"enum":["a","b"]})", "c"), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"minimum":0})", -1), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"minItems":2})", json::array({1})), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"maxItems":0})", json::array({1})), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"items":{"type":"string"}})", json::array({"a", 1})), ElementsAre(HasSubstr("$[1]")));
  EXPECT_THAT(problems(R"({"required":["a"]})", json::object()), ElementsAre(HasSubstr("\"a\"")));
  EXPECT_THAT(problems(R"({"properties":{"a":{"type":"string"}}})", {{"a", 1}}), ElementsAre(HasSubstr("$.a")));
  EXPECT_THAT(problems(R"({"properties":{"a":true},"additionalProperties":false})", {{"b", 1}}),
              ElementsAre(HasSubstr("$.b")));
  EXPECT_THAT(problems(R"({"additionalProperties":{"type":"string"}})", {{"b", 1}}), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"oneOf":[{"type":"string"},{"type":"null"}]})", 1), Not(IsEmpty()));
  EXPECT_THAT(problems(R"({"oneOf":[{"minimum":0},{"minimum":1}]})", 1), ElementsAre(HasSubstr("fits 2")));
  EXPECT_THAT(problems(R"({"$defs":{"s":{"type":"string"}},"$ref":"#/$defs/s"})", 1), Not(IsEmpty()));
}

TEST(SchemaCheck, AcceptsWhatFits) {
  const char* schema = R"({"type":"object","properties":{"a":{"type":"array","items":{"type":["number","null"]},
    "minItems":2,"maxItems":2},"b":{"$ref":"#/$defs/s"}},"required":["a"],"additionalProperties":false,
    "$defs":{"s":{"enum":["x"]}}})";
  EXPECT_THAT(problems(schema, {{"a", {1.5, nullptr}}, {"b", "x"}}), IsEmpty());
}

TEST(SchemaCheck, FailsOnAKeywordThatItDoesNotKnow) {
  EXPECT_THAT(problems(R"({"pattern":"^a"})", "a"), Contains(HasSubstr("'pattern'")));
}

TEST(SchemaCheck, FailsWithoutAFile) { EXPECT_THROW(SchemaCheck::from_file("/nonexistent.json"), std::runtime_error); }

}  // namespace
}  // namespace hotlap::report
