// Every figure against R's (testdata/golden.R made testdata/golden.json), to 1e-9.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Json = nlohmann::json;
using Doubles = std::vector<double>;

class Golden : public testing::Test {
 protected:
  static const Json& section(const std::string& name, std::size_t fewest) {
    static const Json all = Json::parse(std::ifstream(HOTLAP_SOURCE_DIR "/analysis/stats/testdata/golden.json"));
    EXPECT_GE(all.at(name).size(), fewest) << "a section that is empty proves nothing";
    return all.at(name);
  }
  /// Equal to 1e-9 of the value, or of `scale` for what lies near zero beside it.
  void agree(const std::string& what, double ours, double theirs, double scale = 0) {
    const double size = std::max(std::fabs(theirs), scale);
    const double deviation = size == 0 ? std::fabs(ours) : std::fabs(ours - theirs) / size;
    EXPECT_LE(deviation, 1e-9) << what << ": " << ours << " here, " << theirs << " in R";
    worst_[what] = std::max(worst_[what], deviation);
  }
  void agree(const std::string& what, const core::Value& ours, const Json& theirs, double scale = 0) {
    ASSERT_TRUE(ours.present()) << what << ": " << ours.reason();
    agree(what, *ours, theirs.get<double>(), scale);
  }
  void agree(const std::string& what, const Interval& ours, const Json& theirs, double scale = 0) {
    agree(what, ours.low, theirs[0], scale);
    agree(what, ours.high, theirs[1], scale);
  }
  void TearDown() override {
    for (const auto& [what, deviation] : worst_) RecordProperty("deviation of " + what, std::to_string(deviation));
    if (std::getenv("HOTLAP_PRINT_DEVIATIONS") == nullptr) return;
    for (const auto& [what, deviation] : worst_) std::printf("  %-24s %.1e\n", what.c_str(), deviation);
  }

 private:
  std::map<std::string, double> worst_;
};

TEST_F(Golden, Moments) {
  for (const Json& row : section("moments", 8)) {
    const Doubles values = row["values"];
    const double scale = std::fabs(row["mean"].get<double>());
    agree("mean", mean(values), row["mean"]);
    agree("variance", variance(values), row["var"]);
    agree("deviation", standard_deviation(values), row["sd"]);
    agree("median", median(values), row["median"], scale);
    agree("trimmed mean", trimmed_mean(values, 0.1), row["trimmed"], scale);
  }
}

TEST_F(Golden, Student) {
  for (const Json& row : section("student", 9)) {
    for (std::size_t i = 0; i < row["p"].size(); ++i) {
      agree("t quantile", t_quantile(row["p"][i], row["df"]), row["quantile"][i].get<double>());
    }
    for (std::size_t i = 0; i < row["t"].size(); ++i) {
      agree("two-sided p", t_two_sided_p(row["t"][i], row["df"]), row["two_sided"][i].get<double>());
    }
  }
}

TEST_F(Golden, WelchAndFieller) {
  for (const Json& row : section("welch", 8)) {
    const Doubles before = row["old"];
    const Doubles after = row["new"];
    const Welch test = welch(before, after);
    agree("Welch t", test.t, row["t"], 1e-3);
    agree("Welch df", test.degrees_of_freedom, row["df"]);
    agree("Welch p", test.p, row["p"]);
    agree("improvement", test.improvement_percent, row["improvement"], 1);
    for (std::size_t i = 0; i < 3; ++i) agree("accuracy", test.accuracy_percent[i], row["accuracy"][i]);
    for (const auto& [name, level] : {std::pair("fieller95", 0.95), std::pair("fieller90", 0.9)}) {
      const Interval interval = fieller_percent(before, after, level);
      if (row[name][0].is_null()) {
        EXPECT_FALSE(interval.low.present());
        continue;
      }
      agree("Fieller", interval, row[name], 1);
    }
  }
}

TEST_F(Golden, PairedAndEquivalence) {
  for (const Json& row : section("paired", 3)) {
    const Paired test = paired(Doubles(row["values"]));
    const double scale = row["sd"];
    agree("paired mean", test.mean, row["mean"], scale);
    agree("paired deviation", test.deviation, row["sd"]);
    agree("paired p", test.p, row["p"]);
    agree("paired interval", paired_interval(test, 0.95), row["interval95"], scale);
    const Interval inner = paired_interval(test, 0.9);
    agree("paired interval", inner, row["interval90"], scale);
    // Two one-sided tests at alpha reject together exactly when the 1 - 2 alpha interval lies inside the margin.
    const double margin = row["margin"];
    const bool inside = *inner.low > -margin && *inner.high < margin;
    EXPECT_EQ(inside, row["tost"].get<double>() < 0.05);
    const double n = static_cast<double>(test.n);
    const double error = *test.deviation / std::sqrt(n);
    const auto one_sided = [&](double t) {
      return t > 0 ? t_two_sided_p(t, n - 1) / 2 : 1 - t_two_sided_p(t, n - 1) / 2;
    };
    agree("TOST p", std::max(one_sided((*test.mean + margin) / error), one_sided((margin - *test.mean) / error)),
          row["tost"].get<double>());
  }
}

TEST_F(Golden, MannWhitney) {
  std::size_t exact = 0;
  for (const Json& row : section("ranks", 9)) {
    const RankTest test = mann_whitney(Doubles(row["old"]), Doubles(row["new"]));
    agree("Mann-Whitney U", test.u, row["u"], 1);
    // R has no exact p with ties; ours has its own test.
    if (row["exact"].get<bool>() != test.exact) continue;
    agree("Mann-Whitney p", test.p, row["p"]);
    exact += test.exact;
  }
  EXPECT_GE(exact, 5u);
}

TEST_F(Golden, MedianInterval) {
  for (const Json& row : section("median", 3)) {
    agree("median interval", median_interval(Doubles(row["values"]), 0.95), row["interval95"]);
  }
}

TEST_F(Golden, Series) {
  for (const Json& row : section("series", 3)) {
    const Doubles values = row["values"];
    const Trend found = trend(values);
    agree("slope", found.slope, row["slope"], 1e-6);
    agree("trend p", found.p, row["p"]);
    agree("lag-1", autocorrelation(values), row["lag1"], 0.1);
  }
}

TEST_F(Golden, Multiplicity) {
  for (const Json& row : section("adjust", 4)) {
    const Doubles p = row["p"];
    const Doubles by_holm = holm(p);
    const Doubles by_bh = benjamini_hochberg(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      agree("Holm", by_holm[i], row["holm"][i].get<double>());
      agree("Benjamini-Hochberg", by_bh[i], row["bh"][i].get<double>());
    }
  }
}

TEST_F(Golden, Binomial) {
  for (const Json& row : section("binomial", 5)) {
    const std::size_t trials = row["trials"];
    agree("Clopper-Pearson", binomial_interval(row["successes"], trials, 0.95), row["interval95"]);
    EXPECT_EQ(binomial_limit(trials, 0.05, 0.99), row["limit"].get<std::size_t>());
  }
}

TEST_F(Golden, Power) {
  for (const Json& row : section("power", 4)) {
    const double n = row["n"];
    agree("noncentrality", detectable_noncentrality(n - 1, row["alpha"], 0.8), row["noncentrality"].get<double>());
  }
}

}  // namespace
}  // namespace hotlap::stats
