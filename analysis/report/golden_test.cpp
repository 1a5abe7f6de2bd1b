// Every format of every sample comparison, byte for byte as in testdata/; a mismatch leaves what was rendered beside it
// as .got.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "analysis/report/report.h"
#include "analysis/report/sample_comparison.h"

namespace hotlap::report {
namespace {

struct Case {
  std::string name;
  compare::Comparison (*make)();
};

void PrintTo(const Case& item, std::ostream* out) { *out << item.name; }

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class Golden : public testing::TestWithParam<std::tuple<Case, std::string>> {};

TEST_P(Golden, RendersAsInTestdata) {
  const auto& [item, id] = GetParam();
  const std::filesystem::path folder = std::filesystem::path(HOTLAP_SOURCE_DIR) / "analysis/report/testdata";
  const std::filesystem::path wanted = folder / (item.name + "." + id);
  const std::string got = format(id).render(item.make());
  std::filesystem::path left = wanted;
  left += ".got";
  if (got == contents_of(wanted)) {
    std::filesystem::remove(left);
    return;
  }
  std::ofstream(left, std::ios::binary) << got;
  FAIL() << "differs from " << wanted << "; see " << left;
}

INSTANTIATE_TEST_SUITE_P(
    Report, Golden,
    testing::Combine(testing::Values(Case{"standard", sample_comparison}, Case{"hostile", hostile_comparison},
                                     Case{"void_arm", void_comparison}, Case{"untrusted", untrusted_comparison},
                                     Case{"empty", empty_comparison}, Case{"single", single_comparison}),
                     testing::Values("text", "node", "markdown", "csv", "json")),
    [](const auto& test) { return std::get<0>(test.param).name + "_" + std::get<1>(test.param); });

}  // namespace
}  // namespace hotlap::report
