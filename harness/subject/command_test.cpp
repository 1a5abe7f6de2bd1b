// Command lines split, placeholders filled, and the command of a subject whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/subject/placeholders.h"
#include "harness/subject/subject.h"
#include "harness/subject/test_support.h"

namespace hotlap::subject {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(CommandLine, SplitsAtWhiteSpaceAndKnowsQuotes) {
  EXPECT_THAT(split_command_line("  ./s --port\t{port} "), ElementsAre("./s", "--port", "{port}"));
  EXPECT_THAT(split_command_line("a 'b c' \"d e\" f\\ g"), ElementsAre("a", "b c", "d e", "f g"));
  EXPECT_THAT(split_command_line("a'b'\"c\" '' \"\""), ElementsAre("abc", "", ""));
  EXPECT_THAT(split_command_line("'a\\b' \"a\\\"b\" \\'"), ElementsAre("a\\b", "a\"b", "'"));
  EXPECT_THAT(split_command_line("$HOME * ~ `x` a;b"), ElementsAre("$HOME", "*", "~", "`x`", "a;b"));
}

TEST(CommandLine, WhatCannotBeSplitIsTheUsersError) {
  EXPECT_EQ(user_error([] { split_command_line("a 'b"); }),
            "cmd:a 'b: a quote ' is not closed (close it, or write \\' for the character itself)");
  EXPECT_EQ(user_error([] { split_command_line("a \"b'"); }),
            "cmd:a \"b': a quote \" is not closed (close it, or write \\\" for the character itself)");
  EXPECT_EQ(user_error([] { split_command_line(" \t"); }), "cmd: \t: no command (as cmd:./server --port {port})");
  EXPECT_EQ(user_error([] { split_command_line("a\\"); }),
            "cmd:a\\: nothing follows the backslash at the end (write \\\\ for a backslash)");
}

TEST(Placeholders, OnlyNamesInBracesAreMeant) {
  EXPECT_THAT(placeholder_names("{port}{a_1} {} { port} {1} {\"a\":{b}} ${c"), ElementsAre("port", "a_1", "b"));
  EXPECT_EQ(fill("x{port}{port}{}{", {{"port", "80"}}, ""), "x8080{}{");
  EXPECT_EQ(fill("{port}", {{"port", "{handler}"}, {"handler", "h"}}, ""), "{handler}") << "what was filled in is text";
  EXPECT_EQ(user_error([] {
              fill("{prot}", {{"port", "80"}}, "cmd:x");
            }),
            "cmd:x: unknown placeholder {prot} (did you mean '{port}'?)");
}

Subject node() {
  Subject subject;
  subject.spec = "node";
  subject.manifest.command = {"{executable}", "{folder}/server.mjs", "{port}", "{handler}", "{variant}"};
  subject.folder = "/servers/node";
  subject.executable = "/usr/bin/node";
  subject.variant = "v";
  return subject;
}

Launch launch() {
  Launch launch;
  launch.port = 12345;
  launch.handler = "hello";
  launch.environment_padding = 5;
  launch.cpus = {2, 3};
  launch.output_path = "/tmp/log";
  return launch;
}

TEST(CommandFor, FillsPlaceholdersAndSetsTheEnvironment) {
  Subject subject = node();
  subject.extra_environment = {{"NODE_OPTIONS", "--x"}};
  const core::Command command = command_for(subject, launch());
  ASSERT_EQ(command.arguments.size(), 5U);
  EXPECT_THAT(command.arguments[0], testing::EndsWith("//usr/bin/node"));
  EXPECT_EQ(command.arguments[1], "/servers/node/server.mjs");
  EXPECT_EQ(command.arguments[2], "12345");
  EXPECT_EQ(command.arguments[3], "hello");
  EXPECT_EQ(command.arguments[4], "v");
  EXPECT_THAT(command.environment, ElementsAre(Pair("PORT", "12345"), Pair("HOTLAP_HANDLER", "hello"),
                                               Pair("HOTLAP_PADDING", "xxxxx"), Pair("NODE_OPTIONS", "--x")));
  EXPECT_THAT(command.cpus, ElementsAre(2, 3));
  EXPECT_EQ(command.output_path, "/tmp/log");
}

TEST(CommandFor, ExtraArgumentsAreSwitchesOfTheProgram) {
  Subject subject = node();
  subject.extra_arguments = {"--jitless", "--title={port}"};
  EXPECT_EQ(command_for(subject, launch()).arguments[1], "--jitless");
  EXPECT_EQ(command_for(subject, launch()).arguments[2], "--title=12345");
  subject.manifest.command = {"{executable}", "run", "{arguments}", "main.ts"};
  EXPECT_THAT(command_for(subject, launch()).arguments,
              ElementsAre(testing::_, "run", "--jitless", "--title=12345", "main.ts"));
  subject.manifest.command = {"env", "{executable}", "main.ts"};
  EXPECT_EQ(command_for(subject, launch()).arguments[2], "--jitless");
  subject.extra_arguments = {"{prot}"};
  EXPECT_EQ(user_error([&] { command_for(subject, launch()); }),
            "node: unknown placeholder {prot} (did you mean '{port}'?)");
  subject.extra_arguments = {};
  subject.manifest.command = {"{executable}", "{arguments}"};
  EXPECT_EQ(command_for(subject, launch()).arguments.size(), 1U);
}

TEST(CommandFor, ACommandLineHasNoFolder) {
  Subject subject;
  subject.spec = "cmd:./s {port} {folder}";
  subject.executable = "/home/me/s";
  subject.manifest.command = {"./s", "{port}"};
  const core::Command command = command_for(subject, launch());
  EXPECT_THAT(command.arguments, ElementsAre(testing::EndsWith("//home/me/s"), "12345"));
  subject.manifest.command.emplace_back("{folder}");
  EXPECT_EQ(user_error([&] { command_for(subject, launch()); }),
            "cmd:./s {port} {folder}: unknown placeholder {folder} (one of {port}, {handler})");
}

TEST(PathOfEqualLength, IsTheSameFileAndAsLongForAllBuilds) {
  const std::string one = path_of_equal_length("/bin/sh");
  const std::string other = path_of_equal_length("/usr/../bin/sh");
  EXPECT_EQ(one.size(), other.size());
  EXPECT_TRUE(std::filesystem::equivalent(one, "/bin/sh"));
  EXPECT_TRUE(std::filesystem::equivalent(other, "/bin/sh"));
  const std::string deep = "/" + std::string(600, 'a');
  EXPECT_EQ(path_of_equal_length(deep).size(), 4095U);
  EXPECT_THAT(path_of_equal_length(deep), testing::EndsWith("/" + deep));
}

}  // namespace
}  // namespace hotlap::subject
