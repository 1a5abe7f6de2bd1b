// Tests of the files that commands write.
#include "harness/cli/output_file.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "harness/core/error.h"

namespace hotlap::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "hotlap-output-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static void expect_refused(const fs::path& path, const std::string& why) {
    try {
      write_output_file(path, "x", "-o");
      FAIL() << "was written: " << path;
    } catch (const core::UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
  }

  fs::path folder_;
};

TEST_F(OutputFile, IsReplacedWholeAndLeavesNoTemporary) {
  write_output_file(folder_ / "page", "a long first text", "-o");
  write_output_file(folder_ / "page", "second", "-o");
  EXPECT_EQ(contents(folder_ / "page"), "second");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, ReplacesWhatALinkLeadsToAndKeepsTheLink) {
  write_output_file(folder_ / "real", "first", "-o");
  fs::create_symlink("real", folder_ / "link");
  write_output_file(folder_ / "link", "second", "-o");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(contents(folder_ / "real"), "second");
}

TEST_F(OutputFile, IsRefusedInPlaceOfAFolderADeviceAndWithoutAFolder) {
  expect_refused(folder_, "is a folder");
  expect_refused("/dev/null", "is no regular file");
  expect_refused(folder_ / "missing" / "page", "its folder is not there");
  expect_refused(folder_ / "missing" / "", "its folder is not there");
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace hotlap::cli
