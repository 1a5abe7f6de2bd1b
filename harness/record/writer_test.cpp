// Writing when the disk, the folder or another process stands in the way.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>

#include "harness/core/error.h"
#include "harness/record/line.h"
#include "harness/record/record.h"

namespace hotlap::record {
namespace {

namespace fs = std::filesystem;

class WriterFolder : public testing::Test {
 protected:
  WriterFolder() : path_(fs::path(testing::TempDir()) / ("hotlap-writer-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~WriterFolder() override { fs::remove_all(path_); }
  fs::path path_;
};

core::Problem problem_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const core::UserError& error) {
    return error.problems().front();
  }
  return {"no error", "", ""};
}

/// Runs `action` in a child in which no file may grow beyond `bytes`; its return value is the child's exit status.
int with_file_limit(rlim_t bytes, const std::function<int()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      _exit(action());
    } catch (...) {
      _exit(99);
    }
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

RunHeader small_header() {
  RunHeader header;
  header.configurations = {{"get", {}}};
  return header;
}

core::Sample small_sample() {
  core::Sample sample;
  sample.values = {{"cpu", 5123.5}};
  return sample;
}

TEST_F(WriterFolder, IsMadeWithItsParentsWhenItIsNotThere) {
  const fs::path folder = path_ / "a" / "b";
  Writer::create(folder, small_header());
  EXPECT_TRUE(fs::exists(folder / "run.json"));
  EXPECT_TRUE(fs::exists(folder / "samples.jsonl"));
  EXPECT_FALSE(fs::exists(folder / "run.json.tmp"));
}

TEST_F(WriterFolder, MayBeThereWhenItIsEmpty) {
  EXPECT_EQ(problem_of([&] { Writer::create(path_, small_header()); }).what, "no error");
}

TEST_F(WriterFolder, ThatIsNotEmptyIsRefusedAndLeftAlone) {
  std::ofstream(path_ / "thesis.txt") << "x";
  EXPECT_EQ(problem_of([&] { Writer::create(path_, small_header()); }),
            (core::Problem{"the folder is not empty", path_.string(), "choose another --out or --resume it"}));
  EXPECT_EQ(std::distance(fs::directory_iterator(path_), {}), 1);
}

TEST_F(WriterFolder, ThatIsAFileOrBelowOneIsRefused) {
  const fs::path file = path_ / "file";
  std::ofstream(file) << "x";
  EXPECT_EQ(problem_of([&] { Writer::create(file, small_header()); }),
            (core::Problem{"cannot write the record: Not a directory", file.string(), "choose another --out"}));
  EXPECT_EQ(problem_of([&] { Writer::create(file / "run", small_header()); }).what,
            "cannot write the record: Not a directory");
}

TEST_F(WriterFolder, WithoutPermissionIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(problem_of([&] { Writer::create(path_ / "run", small_header()); }).what,
            "cannot write the record: Permission denied");
  fs::permissions(path_, fs::perms::owner_all);
}

TEST_F(WriterFolder, IsEmptyAgainWhenItsHeaderCannotBeWritten) {
  const int status = with_file_limit(10, [&] {
    const auto problem = problem_of([&] { Writer::create(path_, small_header()); });
    return problem.what == "cannot write the record: File too large" && problem.where == path_ / "run.json" ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(fs::is_empty(path_));
}

TEST_F(WriterFolder, WithoutARecordCannotBeReopened) {
  EXPECT_EQ(problem_of([&] { Writer::reopen(path_); }),
            (core::Problem{"no record to resume: run.json is missing", path_.string(), "start it with --out"}));
}

TEST_F(WriterFolder, HasOneWriterAtATime) {
  const Writer writer = Writer::create(path_, small_header());
  EXPECT_EQ(problem_of([&] { Writer::reopen(path_); }).what, "another process is writing this record");
}

TEST_F(WriterFolder, MayBeReopenedWhenItsWriterIsGone) {
  Writer::create(path_, small_header());
  Writer::reopen(path_).append(small_sample());
  EXPECT_EQ(read(path_).samples.size(), 1u);
}

TEST_F(WriterFolder, AMovedWriterWritesOnAndClosesOnce) {
  Writer writer = Writer::create(path_ / "one", small_header());
  writer.append(small_sample());
  Writer moved = std::move(writer);
  moved.append(small_sample());
  Writer other = Writer::create(path_ / "two", small_header());
  other = std::move(moved);
  other.append(small_sample());
  EXPECT_EQ(read(path_ / "one").samples.size(), 3u);
  EXPECT_EQ(read(path_ / "two").samples.size(), 0u);
}

TEST_F(WriterFolder, ALineThatDoesNotFitIsTakenBackWhereverItIsCut) {
  const std::string line = to_line(small_sample());
  for (std::size_t room = 0; room < line.size(); ++room) {
    const fs::path folder = path_ / std::to_string(room);
    Writer writer = Writer::create(folder, small_header());
    const int status = with_file_limit(2 * line.size() + room, [&] {
      writer.append(small_sample());
      writer.append(small_sample());
      const auto problem = problem_of([&] { writer.append(small_sample()); });
      return problem == core::Problem{"cannot write the record: File too large", folder / "samples.jsonl",
                                      "free space and continue with --resume " + folder.string()}
                 ? 0
                 : 1;
    });
    EXPECT_EQ(status, 0) << room;
    const Record record = read(folder);
    EXPECT_EQ(record.samples.size(), 2u) << room;
    EXPECT_FALSE(record.truncated) << room;
    writer.append(Event{.kind = EventKind::finished});  // there is room again
    EXPECT_EQ(read(folder).events.size(), 1u) << room;
  }
}

TEST_F(WriterFolder, AFullDiskIsTold) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full";
  Writer::create(path_, small_header());
  fs::remove(path_ / "samples.jsonl");
  fs::create_symlink("/dev/full", path_ / "samples.jsonl");
  Writer writer = Writer::reopen(path_);
  EXPECT_EQ(problem_of([&] { writer.append(small_sample()); }),
            (core::Problem{"cannot write the record: No space left on device", (path_ / "samples.jsonl").string(),
                           "free space and continue with --resume " + path_.string()}));
}

TEST_F(WriterFolder, LinesSurviveTheSuddenDeathOfTheirWriter) {
  const pid_t child = fork();
  if (child == 0) {
    Writer writer = Writer::create(path_, small_header());
    for (int i = 0; i < 3; ++i) writer.append(small_sample());
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(read(path_).samples.size(), 3u);
}

}  // namespace
}  // namespace hotlap::record
