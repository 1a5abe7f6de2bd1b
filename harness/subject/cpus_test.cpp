// Which CPUs are chosen on machines of every shape.
#include "harness/subject/cpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

#include "harness/core/error.h"

namespace hotlap::subject {
namespace {

using testing::ElementsAre;

/// Cores given by their CPUs: {{0, 2}, {1, 3}}.
std::vector<CpuPlace> machine(const std::vector<std::vector<int>>& cores) {
  std::vector<CpuPlace> places;
  for (const auto& core : cores) {
    for (const int cpu : core) places.push_back({cpu, core});
  }
  return places;
}

struct Case {
  const char* name;
  std::vector<std::vector<int>> cores;
  std::vector<int> server_named, client_named;
  std::vector<int> server, client;
  std::vector<std::string> warnings;
};

class ChooseCpus : public testing::TestWithParam<Case> {};

TEST_P(ChooseCpus, GivesTheExpectedCpusAndWarnings) {
  const auto choice = choose_cpus(machine(GetParam().cores), GetParam().server_named, GetParam().client_named);
  EXPECT_EQ(choice.server, GetParam().server);
  EXPECT_EQ(choice.client, GetParam().client);
  std::vector<std::string> codes;
  for (const auto& warning : choice.warnings) {
    codes.push_back(warning.code);
    EXPECT_FALSE(warning.text.empty());
    EXPECT_FALSE(warning.advice.empty());
  }
  EXPECT_EQ(codes, GetParam().warnings);
  EXPECT_EQ(choice.apart, codes.empty()) << "they share something exactly when there is a warning";
}

INSTANTIATE_TEST_SUITE_P(
    Machines, ChooseCpus,
    testing::Values(
        Case{"TwoCores", {{0}, {1}}, {}, {}, {0}, {1}, {}},
        Case{"ThreeCoresLeaveCpuZeroAlone", {{0}, {1}, {2}}, {}, {}, {1}, {2}, {}},
        Case{"ThreeCoresWithoutCpuZero", {{4}, {5}, {6}}, {}, {}, {4}, {5}, {}},
        Case{"SmtTakesDifferentCores", {{0, 2}, {1, 3}}, {}, {}, {0}, {1}, {}},
        Case{"SmtNeighboursAreOneCore", {{0, 1}, {2, 3}, {4, 5}}, {}, {}, {2}, {4}, {}},
        Case{"TheSiblingOfCpuZeroIsLeftAloneToo", {{0, 4}, {1, 5}, {2, 6}, {3, 7}}, {}, {}, {1}, {2}, {}},
        Case{"OneCoreWithSmt", {{0, 1}}, {}, {}, {0}, {1}, {"shared_core"}},
        Case{"ServerNamed", {{0}, {1}, {2}}, {2}, {}, {2}, {1}, {}},
        Case{"ClientNamed", {{0}, {1}, {2}}, {}, {1}, {2}, {1}, {}},
        Case{"CpuZeroIsTakenWhenNothingElseIsLeft", {{0}, {1}, {2}}, {1, 2}, {}, {1, 2}, {0}, {}},
        Case{"TheSiblingIsTakenWhenNoCoreIsLeft", {{0, 2}, {1, 3}}, {0, 1}, {}, {0, 1}, {2}, {"shared_core"}},
        Case{"BothNamed", {{0}, {1}, {2}}, {0, 1}, {2}, {0, 1}, {2}, {}},
        Case{"BothNamedOnOneCore", {{0, 2}, {1, 3}}, {0}, {2}, {0}, {2}, {"shared_core"}},
        Case{"TheSameListNamedTwice", {{0}, {1}}, {1}, {1}, {1}, {1}, {"shared_cpu"}},
        Case{"TheOnlyCpuNamedTwice", {{0}}, {0}, {0}, {0}, {0}, {"shared_cpu"}}),
    [](const auto& one) { return one.param.name; });

std::string error_of(const std::vector<std::vector<int>>& cores, const std::vector<int>& server,
                     const std::vector<int>& client) {
  try {
    choose_cpus(machine(cores), server, client);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(ChooseCpusErrors, OneCpuOnly) {
  EXPECT_EQ(error_of({{3}}, {}, {}),
            "one CPU only: server and client need one each (allow this process a second CPU, or let them share: "
            "--server-cpus 3 --client-cpus 3)");
  EXPECT_THAT(error_of({{3}}, {3}, {}), testing::StartsWith("one CPU only"));
}

TEST(ChooseCpusErrors, AllForbiddenCpusAreNamedAtOnce) {
  EXPECT_EQ(error_of({{0}, {1}}, {7}, {1, 9}),
            "--server-cpus: CPU 7 is not allowed (this process may use 0-1; see taskset and cpuset)\n"
            "--client-cpus: CPU 9 is not allowed (this process may use 0-1; see taskset and cpuset)");
}

TEST(ChooseCpusErrors, ListsThatOverlapInPart) {
  EXPECT_EQ(error_of({{0}, {1}, {2}}, {0, 1}, {1, 2}),
            "--server-cpus, --client-cpus: server and client overlap (name lists without a CPU in common, or the same "
            "list twice)");
}

TEST(ChooseCpusErrors, ANamedListThatTakesEverything) {
  EXPECT_EQ(error_of({{0}, {1}}, {0, 1}, {}),
            "--server-cpus: --server-cpus 0-1 leaves no CPU for the other side (name fewer, or name the same list with "
            "--client-cpus)");
  EXPECT_THAT(error_of({{0}, {1}}, {}, {0, 1}), testing::StartsWith("--client-cpus: "));
}

TEST(CpuList, IsReadAndWritten) {
  EXPECT_THAT(parse_cpu_list("0-2,4", "--server-cpus"), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(parse_cpu_list("4,1,1-2", "--server-cpus"), ElementsAre(1, 2, 4));
  EXPECT_EQ(format_cpu_list({4, 1, 0, 2}), "0-2,4");
  EXPECT_EQ(format_cpu_list({3}), "3");
  EXPECT_EQ(format_cpu_list({}), "");
}

TEST(CpuList, WhatIsNoListIsRefusedWithItsOption) {
  for (const auto* text : {"", "a", "1,", ",1", "2-1", "-1", "1-", "0x1", "1 2", "99999999999", "8192", "1-2-3"}) {
    EXPECT_THROW(parse_cpu_list(text, "--server-cpus"), core::UserError) << text;
  }
  try {
    parse_cpu_list("1,x", "--client-cpus");
    FAIL() << "no error";
  } catch (const core::UserError& error) {
    EXPECT_STREQ(error.what(),
                 "--client-cpus: 'x' is no CPU and no range of CPUs (write numbers and ranges, as 0-2,4)");
  }
}

TEST(CpuSystem, EveryAllowedCpuIsOneOfItsSiblings) {
  const auto places = allowed_cpus();
  ASSERT_FALSE(places.empty());
  for (const auto& place : places) EXPECT_THAT(place.siblings, testing::Contains(place.cpu));
}

TEST(CpuSystem, PinsTheThreadThatAsksAndNoOther) {
  const auto before = allowed_cpus();
  std::thread([&] {
    pin_this_thread({before.back().cpu});
    const auto mine = allowed_cpus();
    ASSERT_EQ(mine.size(), 1U);
    EXPECT_EQ(mine.front().cpu, before.back().cpu);
  }).join();
  EXPECT_EQ(allowed_cpus().size(), before.size());
}

TEST(CpuSystem, ACpuThatIsNotThereCannotBePinnedTo) {
  std::thread([] { EXPECT_THROW(pin_this_thread({8191}), core::UserError); }).join();
}

}  // namespace
}  // namespace hotlap::subject
