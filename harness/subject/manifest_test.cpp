// Manifests read right, and everything that can be wrong with one.
#include "harness/subject/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/subject/test_support.h"

namespace hotlap::subject {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr const char* kWhole = R"(name = "reference"
help = "ours"
executable = "build:servers/reference/reference-server"
relinked = "build:servers/reference/other"
command = ["{executable}", "{arguments}", "--port={port}", "--handler={handler}", "--variant={variant}", "{folder}"]
identify = "^reference [0-9]+"
handlers = ["hello"]
scenarios = ["set-header", "read-two"]
variants = ["before", "after"]
steady_laps = 15
warm_requests = 9000
laps = 120
counts_requests = true
ready_seconds = 2
stop_seconds = 1
[hot_paths]
emit = ["rest-args", "indexed"]
cork-write = ["piecewise"]
)";

std::string errors_of(const std::string& toml) {
  return user_error([&] { parse_manifest(toml, "s.toml"); });
}

/// The errors of a manifest that is right but for what is added.
std::string errors_with(const std::string& lines) {
  return errors_of("name = 'x'\nhelp = 'h'\nexecutable = 'x'\ncommand = ['{executable}']\n" + lines);
}

TEST(Manifest, EveryKeyIsRead) {
  const Manifest manifest = parse_manifest(kWhole, "s.toml");
  EXPECT_EQ(manifest.name, "reference");
  EXPECT_EQ(manifest.help, "ours");
  EXPECT_EQ(manifest.executable, "build:servers/reference/reference-server");
  EXPECT_EQ(manifest.relinked, "build:servers/reference/other");
  EXPECT_EQ(manifest.command.size(), 6U);
  EXPECT_EQ(manifest.identify, "^reference [0-9]+");
  EXPECT_THAT(manifest.handlers, ElementsAre("hello"));
  EXPECT_THAT(manifest.scenarios, ElementsAre("set-header", "read-two"));
  EXPECT_THAT(manifest.variants, ElementsAre("before", "after"));
  EXPECT_THAT(manifest.hot_paths, ElementsAre(Pair("cork-write", ElementsAre("piecewise")),
                                              Pair("emit", ElementsAre("rest-args", "indexed"))));
  EXPECT_EQ(manifest.steady_laps, 15);
  EXPECT_EQ(manifest.warm_requests, 9000);
  EXPECT_EQ(manifest.laps, 120);
  EXPECT_TRUE(manifest.counts_requests);
  EXPECT_EQ(manifest.ready_seconds, 2);
  EXPECT_EQ(manifest.stop_seconds, 1);
}

TEST(Manifest, WhatIsNotSaidIsTheDefaultOfTheStruct) {
  const Manifest manifest =
      parse_manifest("name = 'x'\nhelp = 'h'\nexecutable = 'x'\ncommand = ['{executable}', '{port}']", "s.toml");
  const Manifest defaults;
  EXPECT_EQ(manifest.laps, defaults.laps);
  EXPECT_EQ(manifest.counts_requests, defaults.counts_requests);
  EXPECT_EQ(manifest.ready_seconds, defaults.ready_seconds);
  EXPECT_EQ(manifest.stop_seconds, defaults.stop_seconds);
  EXPECT_TRUE(manifest.handlers.empty() && manifest.variants.empty() && manifest.hot_paths.empty());
}

TEST(Manifest, AllProblemsAreToldAtOnceInTheOrderOfTheFile) {
  EXPECT_EQ(errors_of(R"(name = "Node"
comand = ["node"]
laps = 0
counts_requests = 1
handlers = ["a", 2, "a"]
variants = "before"
executable = "x"
command = ["{executable}", "{prot}", "-x{arguments}"]
)"),
            "s.toml:1:8: 'Node' is no name (lower-case letters, digits and '-')\n"
            "s.toml:2:1: unknown key 'comand' (did you mean 'command'?)\n"
            "s.toml:3:8: 'laps' is 0: must be from 1 to 100000\n"
            "s.toml:4:19: 'counts_requests' must be true or false, not an integer\n"
            "s.toml:5:18: each element of 'handlers' must be a string, not an integer\n"
            "s.toml:5:21: 'a' stands twice in 'handlers'\n"
            "s.toml:6:12: 'variants' must be an array of strings, not a string\n"
            "s.toml:8:28: unknown placeholder {prot} (did you mean '{port}'?)\n"
            "s.toml:8:38: {arguments} must be an element of its own\n"
            "s.toml: missing key 'help'");
}

TEST(Manifest, WhatIdentifiesMustBeARegularExpression) {
  EXPECT_THAT(errors_with("identify = '('"), testing::StartsWith("s.toml:5:12: 'identify' is no regular expression ("));
}

TEST(Manifest, AnEmptyOneMissesWhatMustBeThere) {
  EXPECT_EQ(errors_of(""), "s.toml: missing key 'name'\ns.toml: missing key 'help'\ns.toml: missing key 'command'");
}

TEST(Manifest, ASyntaxErrorHasItsPlace) {
  EXPECT_THAT(errors_of("name = 'x'\nhelp = \n"), testing::StartsWith("s.toml:2:8: "));
}

TEST(Manifest, ThePartsMustFitTogether) {
  EXPECT_EQ(errors_with(""), "");
  EXPECT_EQ(errors_with("variants = ['a']"), "s.toml:4:11: 'command' does not use {variant} (there are 'variants')");
  EXPECT_EQ(errors_with("[hot_paths]\nemit = ['a']"), "s.toml:5:1: 'hot_paths' without 'variants' that they change");
  EXPECT_EQ(errors_with("hot_paths = 3"), "s.toml:5:13: 'hot_paths' must be a table, not an integer");
  EXPECT_EQ(errors_of("name = 'x'\nhelp = 'h'\ncommand = ['{executable}', '{variant}']"),
            "s.toml: missing key 'executable' ('command' uses {executable})\n"
            "s.toml: missing key 'variants' ('command' uses {variant})");
  EXPECT_EQ(errors_of("name = 'x'\nhelp = 'h'\ncommand = []"),
            "s.toml:3:11: 'command' is empty (its first element is the executable)");
  EXPECT_EQ(errors_of("name = 'x'\nhelp = 'h'\ncommand = ['node']"),
            "s.toml:3:11: 'command' does not use {executable} (the build under test goes there)");
  EXPECT_EQ(errors_of("name = 'cmd'\nhelp = 'h'\nexecutable = 'x'\ncommand = ['{executable}']"),
            "s.toml:1:8: 'cmd' cannot be the name of a server (it means a command line)");
}

TEST(Manifests, OfAFolderAreReadByNameAndTheirProblemsTogether) {
  const TemporaryFolder folder;
  const auto manifest = [](const std::string& name) {
    return "name = '" + name + "'\nhelp = 'h'\nexecutable = 'x'\ncommand = ['{executable}']\n";
  };
  folder.write("node/server.toml", manifest("node"));
  folder.write("bun/server.toml", manifest("bun"));
  folder.write("kernels/readme", "no server");
  const auto manifests = read_manifests({folder.path(), {}});
  ASSERT_EQ(manifests.size(), 2U);
  EXPECT_EQ(manifests[0].name, "bun");
  EXPECT_EQ(manifests[1].name, "node");

  folder.write("bun/server.toml", manifest("bun") + "lap = 3\n");
  folder.write("deno/server.toml", manifest("dino"));
  EXPECT_EQ(user_error([&] {
              read_manifests({folder.path(), {}});
            }),
            folder / "bun/server.toml" + ":5:1: unknown key 'lap' (did you mean 'laps'?)\n" +
                (folder / "deno/server.toml") +
                ": 'name' is 'dino' in the folder 'deno' (a server is named as its folder)");
}

TEST(Manifests, AFolderThatIsNotThereIsTheUsersError) {
  EXPECT_THAT(user_error([] {
                read_manifests({"/nowhere", {}});
              }),
              testing::StartsWith("/nowhere: cannot read the folder of the servers"));
}

TEST(Manifests, OfThisTreeAreRight) {
  EXPECT_EQ(user_error([] { read_manifests({HOTLAP_SOURCE_DIR "/servers", {}}); }), "");
}

}  // namespace
}  // namespace hotlap::subject
