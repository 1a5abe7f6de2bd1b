// Every form of SUBJECT, with programs that are small scripts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/process.h"
#include "harness/subject/hash.h"
#include "harness/subject/subject.h"
#include "harness/subject/system_processes.h"
#include "harness/subject/test_support.h"

namespace hotlap::subject {
namespace {

using testing::HasSubstr;

/// A program that never ends.
class HangingProcesses : public core::Processes {
  class Hanging : public core::Process {
    pid_t pid() const override { return 1; }
    std::optional<core::ProcessEnd> poll() override { return std::nullopt; }
    std::optional<core::ProcessEnd> wait(core::Nanoseconds limit) override {
      EXPECT_EQ(limit, std::chrono::seconds(5));
      return std::nullopt;
    }
    void signal(int) override {}
    void kill() override {}
    std::string output(std::size_t) override { return "v22.1.0\n"; }
  };
  std::unique_ptr<core::Process> start(const core::Command&) override { return std::make_unique<Hanging>(); }
};

class Resolve : public testing::Test {
 protected:
  Resolve() {
    folder_.write("servers/node/server.toml", R"(name = "node"
help = "h"
executable = "hotlap-test-node"
command = ["{executable}", "{folder}/server.mjs", "{port}"]
identify = "^v[0-9]+\\."
)");
    folder_.write("servers/reference/server.toml", R"(name = "reference"
help = "h"
executable = "build:bin/reference"
command = ["{executable}", "{variant}"]
variants = ["before", "after"]
[hot_paths]
emit = ["rest-args", "indexed"]
cork-write = ["piecewise", "parts"]
)");
    node_ = folder_.write("out/Release/node", "#!/bin/sh\necho v22.1.0\necho more\n", true);
    reference_ = folder_.write("build/bin/reference", "#!/bin/sh\nexit 1\n", true);
    places_ = {folder_.path() / "servers", folder_.path() / "build"};
  }
  Subject resolve(const std::string& spec) { return subject::resolve(spec, places_, *processes_); }
  std::string error(const std::string& spec) {
    return user_error([&] { resolve(spec); });
  }

  TemporaryFolder folder_;
  std::string node_;
  std::string reference_;
  Places places_;
  std::unique_ptr<core::Processes> processes_ = system_processes();
};

TEST_F(Resolve, APathSaysWhatItIs) {
  const Subject subject = resolve(folder_ / "out/../out/./Release/node");
  EXPECT_EQ(subject.manifest.name, "node");
  EXPECT_EQ(subject.executable, node_);
  EXPECT_EQ(subject.version, "v22.1.0");
  EXPECT_EQ(subject.folder, folder_.path() / "servers/node");
  EXPECT_EQ(subject.hash, hash_file(node_));
  EXPECT_THAT(subject.hash, testing::MatchesRegex("xxh3:[0-9a-f]+"));
}

TEST_F(Resolve, ANameIsFoundOnThePath) {
  const char* const path = getenv("PATH");
  const std::string before = path == nullptr ? "/bin:/usr/bin" : path;
  setenv("PATH", ("/nowhere:" + (folder_ / "bin") + ":" + before).c_str(), 1);
  const std::string link = folder_.write("bin/hotlap-test-node", "#!/bin/sh\necho v20.0.0\n", true);
  const Subject subject = resolve("node");
  setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(subject.executable, link);
  EXPECT_EQ(subject.version, "v20.0.0");
  EXPECT_EQ(error("node"), "node: 'hotlap-test-node' is not on PATH (install it, or say where it is: node=PATH)");
}

TEST_F(Resolve, ANameWithAPathIsThatServerWhateverTheProgramSays) {
  EXPECT_EQ(resolve("node=" + node_).version, "v22.1.0");
  const Subject odd = resolve("node=" + reference_);
  EXPECT_EQ(odd.executable, reference_);
  EXPECT_EQ(odd.version, "");
  EXPECT_EQ(error("node=/no/such/node"),
            "node=/no/such/node: there is no file /no/such/node (check the spelling, and the folder you are in)");
  EXPECT_EQ(error("node="), "node=: no path after '=' (as node=./build/node)");
}

TEST_F(Resolve, VariantsAndHotPathsAreChecked) {
  EXPECT_EQ(resolve("reference:before").variant, "before");
  EXPECT_EQ(resolve("reference:before").executable, reference_);
  EXPECT_EQ(resolve("reference:before").version, "") << "nothing says that it knows --version";
  EXPECT_EQ(resolve("reference:after+emit=rest-args+cork-write=parts").variant,
            "after+emit=rest-args+cork-write=parts");
  const Subject both = resolve("reference:after+emit=rest-args=" + node_);
  EXPECT_EQ(both.variant, "after+emit=rest-args");
  EXPECT_EQ(both.executable, node_);

  EXPECT_EQ(error("reference"), "reference: which variant of 'reference'? (one of before, after)");
  EXPECT_EQ(error("reference:"), "reference:: no variant after ':' (one of before, after)");
  EXPECT_EQ(error("reference:befor"),
            "reference:befor: server 'reference' has no variant 'befor' (did you mean 'before'?)");
  EXPECT_EQ(error("reference:before+emmit=indexed"),
            "reference:before+emmit=indexed: server 'reference' has no hot path 'emmit' (did you mean 'emit'?)");
  EXPECT_EQ(error("reference:before+emit=index"),
            "reference:before+emit=index: hot path 'emit' has no variant 'index' (did you mean 'indexed'?)");
  EXPECT_EQ(error("reference:before+emit"),
            "reference:before+emit: 'emit' is no change of a hot path (as +emit=indexed)");
  EXPECT_EQ(error("node:before"), "node:before: server 'node' has no variants (write node)");
}

TEST_F(Resolve, UnknownNamesGetASuggestion) {
  EXPECT_EQ(error("nod"), "nod: unknown server 'nod' (did you mean 'node'?)");
  EXPECT_EQ(error("zzz"), "zzz: unknown server 'zzz' (one of node, reference)");
  EXPECT_EQ(error(""), "unknown server '' (one of node, reference)");
}

TEST_F(Resolve, APathThatNobodyKnowsIsRefused) {
  const std::string other = folder_.write("other", "#!/bin/sh\necho other 1.2\n", true);
  EXPECT_EQ(error(other), other +
                              ": --version says 'other 1.2', which no server of ours is known by (known: node) (say "
                              "which server it runs, as node=" +
                              other + ", or how to start it: 'cmd:" + other + " ... {port}')");
  EXPECT_THAT(error(reference_), HasSubstr("it does not answer to --version"));
  EXPECT_EQ(error("/no/such/file"),
            "/no/such/file: there is no file /no/such/file (check the spelling, and the folder you are in)");
  EXPECT_EQ(error(folder_ / "out"),
            (folder_ / "out") + ": " + (folder_ / "out") + " is a folder (name the executable in it)");
  const std::string plain = folder_.write("plain", "text");
  EXPECT_EQ(error(plain), plain + ": " + plain + " is not executable (chmod +x it)");
}

TEST_F(Resolve, APathThatMayBeSeveralServersIsRefused) {
  folder_.write("servers/edge/server.toml",
                "name = 'edge'\nhelp = 'h'\nexecutable = 'edge'\ncommand = ['{executable}']\nidentify = 'v22'\n");
  EXPECT_THAT(error(node_), HasSubstr("which may be any of edge, node"));
}

TEST_F(Resolve, AProgramThatHangsDoesNotAnswer) {
  HangingProcesses hanging;
  EXPECT_THAT(user_error([&] { subject::resolve(node_, places_, hanging); }),
              HasSubstr("does not answer to --version"));
}

TEST_F(Resolve, ACommandLineNeedsNoManifest) {
  const Subject subject = resolve("cmd:" + node_ + " server.js --port {port} '{\"a\": 1}'");
  EXPECT_EQ(subject.manifest.name, "cmd");
  EXPECT_EQ(subject.manifest.command.size(), 5U);
  EXPECT_EQ(subject.executable, node_);
  EXPECT_TRUE(subject.folder.empty());
  EXPECT_EQ(subject.version, "");
  EXPECT_EQ(resolve("cmd:sh -c x").executable.front(), '/');
  EXPECT_EQ(error("cmd:sh {prot}"), "cmd:sh {prot}: unknown placeholder {prot} (did you mean '{port}'?)");
  EXPECT_EQ(error("cmd:sh {folder}"), "cmd:sh {folder}: unknown placeholder {folder} (one of {port}, {handler})");
  EXPECT_EQ(error("cmd:hotlap-no-such"),
            "cmd:hotlap-no-such: 'hotlap-no-such' is not on PATH (install it, or name it "
            "with its folder, as ./hotlap-no-such)");
  EXPECT_EQ(error("cmd:./hotlap-no-such"), "cmd:./hotlap-no-such: there is no file " +
                                               (std::filesystem::current_path() / "hotlap-no-such").string() +
                                               " (check the spelling, and the folder you are in)");
}

TEST_F(Resolve, AFileWithoutASlashIsHintedAt) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  folder_.write("mynode", "");
  EXPECT_EQ(error("mynode"), "mynode: unknown server 'mynode' (for the file write ./mynode)");
  std::filesystem::current_path(before);
}

TEST(Hash, IsXxh3OfTheBytes) {
  const TemporaryFolder folder;
  // The published value for no bytes at all.
  EXPECT_EQ(hash_file(folder.write("empty", "")), "xxh3:99aa06d3014798d86001c324468d497f");
  const std::string a = hash_file(folder.write("a", std::string(3'000'000, 'x')));
  EXPECT_NE(a, hash_file(folder.write("b", std::string(3'000'000, 'x') + "y")));
  EXPECT_EQ(a, hash_file(folder.write("c", std::string(3'000'000, 'x'))));
  EXPECT_THAT(user_error([] { hash_file("/no/such/file"); }), HasSubstr("cannot read /no/such/file"));
}

}  // namespace
}  // namespace hotlap::subject
