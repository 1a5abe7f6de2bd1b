// What is refused of parameters, placeholders, kinds and checks, and how it is told.
#include <gmock/gmock.h>

#include "harness/core/error.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {
namespace {

using core::Problem;
using testing::ElementsAre;
using testing::HasSubstr;

/// Four lines; what follows begins in line 5.
const std::string kHead = "name = 'a'\nhelp = 'Says hello.'\nhandler = 'hello'\nservers = []\n";

std::vector<Problem> problems_of(const std::string& toml) {
  try {
    parse_scenario(kHead + toml, "a.toml");
  } catch (const core::UserError& error) {
    return error.problems();
  }
  return {};
}

struct Mistake {
  std::string toml;
  std::string where;  ///< line and column
  std::string what;
  std::string hint;
  friend void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.toml; }
};

class GridMistake : public testing::TestWithParam<Mistake> {};

TEST_P(GridMistake, IsTheOneProblemAndItsPlaceIsTold) {
  const auto problems = problems_of(GetParam().toml);
  ASSERT_EQ(problems.size(), 1u) << testing::PrintToString(problems.empty() ? "" : problems.back().what);
  EXPECT_EQ(problems.front().where, "a.toml:" + GetParam().where);
  EXPECT_THAT(problems.front().what, HasSubstr(GetParam().what));
  EXPECT_THAT(problems.front().hint, HasSubstr(GetParam().hint));
}

/// One parameter in line 6, used in line 9.
std::string with_parameter(const std::string& line) {
  return "[parameters]\n" + line + "\n[response]\n[request]\ntarget = '/{n}'\n";
}

INSTANTIATE_TEST_SUITE_P(
    OfParameters, GridMistake,
    testing::Values(Mistake{with_parameter("n = []"), "6:5", "parameter 'n' has no values", "take it out"},
                    Mistake{with_parameter("n = 3"), "6:5", "must be an array of strings or integers", ""},
                    Mistake{with_parameter("n = [1, 2.5]"), "6:9", "must be an array of strings or integers", ""},
                    Mistake{with_parameter("n = [1, '1']"), "6:9", "has this value twice", ""},
                    Mistake{with_parameter("n = ['a ']"), "6:6", "white space", "printed in tables"},
                    Mistake{with_parameter("n = ['']"), "6:6", "is empty", ""},
                    Mistake{with_parameter("'n,m' = [[1, 2], [3]]"), "6:18", "arrays of 2 values", ""},
                    Mistake{with_parameter("'n,m' = [[1, 2], [1, 2]]"), "6:18", "'n,m' has this value twice", ""},
                    Mistake{with_parameter("n = [1]\nm = [2]"), "7:1", "parameter 'm' is used nowhere",
                            "write {m} where"},
                    Mistake{with_parameter("n = [1]\nconnections = [2]"), "7:1", "has another meaning", "another name"},
                    Mistake{with_parameter("n = [1]\nkind = [2]"), "7:1", "'kind' has another meaning", ""},
                    Mistake{with_parameter("n = [1]\nLen = [2]"), "7:1", "parameter name 'Len'", "lower-case letter"},
                    Mistake{with_parameter("n = [1]\n9 = [2]"), "7:1", "parameter name '9'", ""},
                    Mistake{with_parameter("n = [1]\n'm,n' = [[2, 3]]"), "7:1", "parameter 'n' stands twice", ""},
                    Mistake{"[response]\n[parameters.n]\n", "6:1", "parameter 'n' must be an array", ""}));

INSTANTIATE_TEST_SUITE_P(
    OfPlaceholders, GridMistake,
    testing::Values(
        Mistake{"[response]\n[request]\ntarget = '/{n}'\n", "7:10", "unknown placeholder '{n}'", "[parameters]"},
        Mistake{"[parameters]\nlen = [1]\n[response]\n[request]\nheaders = [['A', '{len}'], ['B', '{lem}']]\n", "9:34",
                "unknown placeholder '{lem}'", "did you mean 'len'?"},
        Mistake{"[response]\n[request]\ntarget = '/{kind}'\n", "7:10", "unknown placeholder '{kind}'", "kinds = N"},
        Mistake{"[response]\n[request]\ntarget = '/{i}'\n", "7:10", "unknown placeholder '{i}'", "request.repeat"},
        Mistake{"[parameters]\nc = [1, 0]\n[load]\nconnections = '{c}'\n[response]\n", "8:15",
                "'connections' in [load] is 0: must be from 1 to 10000", ""},
        Mistake{"[parameters]\nc = ['one']\n[load]\nconnections = '{c}'\n[response]\n", "8:15",
                "'connections' is 'one': must be a whole number or a sum", ""},
        Mistake{"[load]\nconnections = '50'\n[response]\n", "6:15", "must be an integer, not a string", ""},
        Mistake{"[parameters]\nt = ['/a', 'b', 'c']\n[request]\ntarget = '{t}'\n[response]\n", "8:10",
                "target must start with '/'", ""}));

INSTANTIATE_TEST_SUITE_P(
    OfTheRequest, GridMistake,
    testing::Values(
        Mistake{"[response]\n[request]\nheaders = [['A', 'b']]\nheader_lines = 3\n", "8:16",
                "header_lines is 3, but the request is sent with 2, Host included", ""},
        Mistake{"[response]\n[request]\nbody = 'x'\nheader_lines = 1\n", "8:16", "sent with 2", ""},
        Mistake{"[response]\n[request]\nrepeat = { count = 1, name = 'a b', value = '' }\n", "7:30", "not a token", ""},
        Mistake{"[response]\n[request]\nrepeat = { count = 1, name = 'a', value = 'b ' }\n", "7:43", "white space",
                "trailing_white_space"},
        Mistake{"[response]\n[request]\nrepeat = { count = 1, name = 'a', value = 'b', valu = '' }\n", "7:48",
                "unknown key 'valu' in [repeat]", "did you mean 'value'?"},
        Mistake{"[response]\n[request]\nkinds = 2\n", "7:9", "2 kinds of client that send the same", "use {kind}"},
        Mistake{"[load]\nconnections = 2\n[response]\n[request]\nkinds = 3\ntarget = '/{kind}'\n", "9:9",
                "3 kinds of client on 2 connections", ""},
        Mistake{"[response]\n[request]\nkinds = 0\n", "7:9", "'kinds' in [request] is 0", ""}));

INSTANTIATE_TEST_SUITE_P(
    OfTheResponse, GridMistake,
    testing::Values(
        Mistake{"[response]\nbody = 'a'\nbody_repeat = { text = 'a', times = 1 }\n", "7:15",
                "the body of a response is stated twice", ""},
        Mistake{"[response]\nbody_repeat = { text = 'a', times = 1, bytes = 1 }\n", "6:15", "'times' or 'bytes'", ""},
        Mistake{"[response]\nbody_repeat = { text = 'ab', bytes = 3 }\n", "6:38", "no multiple of the text's 2", ""},
        Mistake{"[response]\nbody_repeat = { text = '', bytes = 3 }\n", "6:24", "is empty", ""},
        Mistake{"[response]\nbody_repeat = { text = 'ab', times = 2 }\nbody_bytes = 5\n", "7:14",
                "body_bytes is 5, but the body has 4 bytes", ""},
        Mistake{"[response]\nheader_lines = -1\n", "6:16", "is -1", ""},
        Mistake{"[response]\n[[response.also]]\nbody = 'a'\n", "6:1", "must say when it applies", "when = {"},
        Mistake{with_parameter("n = [1, 2]") + "[[response.also]]\nwhen = { m = 1 }\n", "11:14", "no parameter 'm'",
                "did you mean 'n'?"},
        Mistake{with_parameter("n = [10, 20]") + "[[response.also]]\nwhen = { n = 12 }\n", "11:14",
                "parameter 'n' never has this value", "10"},
        Mistake{with_parameter("n = [1]") + "[[response.also]]\nwhen = { n = 1 }\nbdy = ''\n", "12:1",
                "unknown key 'bdy' in [[also]]", "did you mean 'body'?"},
        Mistake{"[parameters]\n'n,m' = [[1, 2], [3, 4]]\n[request]\ntarget = '/{n}/{m}'\n[response]\n"
                "[[response.also]]\nwhen = { n = 1, m = 4 }\n",
                "10:1", "applies to no configuration", ""},
        Mistake{with_parameter("n = [1, 2]") + "[[response.also]]\nwhen = { n = 1 }\nstatus = 200\n"
                                               "[[response.also]]\nwhen = { n = 1 }\nstatus = 201\n",
                "15:10", "the status of a response is stated twice", ""}));

TEST(GridMistakes, AreToldAllAtOnceAndOncePerPlace) {
  EXPECT_THAT(problems_of("[parameters]\n"
                          "n = [1, 2, 3]\n"
                          "m = []\n"
                          "k = [4, 4]\n"
                          "[request]\n"
                          "target = 'x/{n}/{other}'\n"
                          "headers = [['{m}', 'fine whatever {m} is']]\n"
                          "[response]\n"
                          "status = 99\n"),
              ElementsAre(Problem{"parameter 'm' has no values", "a.toml:7:5", "state at least one, or take it out"},
                          Problem{"parameter 'k' has this value twice", "a.toml:8:9", ""},
                          Problem{"unknown placeholder '{other}'", "a.toml:10:10", "one of n, m, k"},
                          Problem{"target must start with '/' or be '*', and hold no white space or control characters",
                                  "a.toml:10:10", ""},
                          Problem{"'status' in [response] is 99: must be from 100 to 599", "a.toml:13:10", ""}));
}

TEST(GridMistakes, MoreConfigurationsThanAThousandAreRefused) {
  const std::string ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n";
  const std::string rest = "[request]\ntarget = '/{a}/{b}/{c}/{d}'\n[response]\n";
  const std::string thousand = "[parameters]\na = " + ten + "b = " + ten + "c = " + ten;
  EXPECT_THAT(problems_of(thousand + "d = [1]\n" + rest), testing::IsEmpty());
  EXPECT_THAT(problems_of(thousand + "d = [1, 2]\n" + rest),
              ElementsAre(Problem{"[parameters] makes 2000 configurations: at most 1000", "a.toml:5:1", ""}));
}

}  // namespace
}  // namespace hotlap::scenario
