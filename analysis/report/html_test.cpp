// Tests of the page: whole elements, nothing from outside, strangers' text as text, figures that say what they draw.
#include "analysis/report/html.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <set>

#include "analysis/report/html_chart.h"
#include "analysis/report/html_forest.h"
#include "analysis/report/markup.h"
#include "analysis/report/sample_comparison.h"

namespace hotlap::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A start tag of the page, as a strict reader sees it.
struct Tag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
};

struct Outline {
  std::vector<Tag> tags;
  std::vector<std::string> problems;
};

/// Reads ` name="value"` up to the end of a tag; false for any other form.
bool read_attributes(std::string_view inside, Tag& tag) {
  while (!inside.empty()) {
    const std::size_t equals = inside.find("=\"");
    if (inside.front() != ' ' || equals == std::string_view::npos) return false;
    const std::size_t end = inside.find('"', equals + 2);
    if (end == std::string_view::npos) return false;
    tag.attributes.emplace_back(inside.substr(1, equals - 1), inside.substr(equals + 2, end - equals - 2));
    if (tag.attributes.back().first.find_first_of(" \"'") != std::string::npos) return false;
    inside.remove_prefix(end + 1);
  }
  return true;
}

/// Reads the tags in their order; what does not nest or has no proper form is a problem.
Outline outline_of(std::string_view page) {
  static const std::set<std::string, std::less<>> kVoid{"meta", "link", "input", "br"};
  Outline outline;
  std::vector<std::string> open;
  const auto problem = [&](std::string text) { outline.problems.push_back(std::move(text)); };
  std::size_t at = page.find('\n') + 1;  // after the doctype
  for (std::size_t next = 0; (next = page.find_first_of("<>", at)) != std::string_view::npos;) {
    const std::size_t end = page.find('>', next);
    if (page[next] == '>' || end == std::string_view::npos) {
      problem("loose bracket in: " + std::string(page.substr(next, 40)));
      break;
    }
    const std::string_view inside = page.substr(next + 1, end - next - 1);
    at = end + 1;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) {
        problem("<" + std::string(inside) + "> closes <" + (open.empty() ? "" : open.back()) + ">");
        break;
      }
      open.pop_back();
      continue;
    }
    Tag tag{std::string(inside.substr(0, inside.find(' '))), {}};
    if (inside.find('<') != std::string_view::npos || !read_attributes(inside.substr(tag.name.size()), tag)) {
      problem("no proper tag: <" + std::string(inside.substr(0, 80)) + ">");
    }
    if (kVoid.count(tag.name) == 0) open.push_back(tag.name);
    // Inside these two, markup is none.
    if (tag.name == "style" || tag.name == "script") at = page.find("</" + tag.name + ">", at);
    outline.tags.push_back(std::move(tag));
  }
  for (const std::string& name : open) problem("<" + name + "> is not closed");
  return outline;
}

std::string page_of(const compare::Comparison& comparison) { return html_page({{comparison, ""}}); }

const auto kComparisons = testing::Values(sample_comparison, hostile_comparison, void_comparison, untrusted_comparison,
                                          empty_comparison, single_comparison);

class Page : public testing::TestWithParam<compare::Comparison (*)()> {};

TEST_P(Page, ClosesEveryElement) { EXPECT_THAT(outline_of(page_of(GetParam()())).problems, IsEmpty()); }

TEST_P(Page, LoadsNothingAndRunsNoCodeButItsOwn) {
  std::size_t scripts = 0;
  std::size_t styles = 0;
  for (const Tag& tag : outline_of(page_of(GetParam()())).tags) {
    scripts += tag.name == "script";
    styles += tag.name == "style";
    EXPECT_THAT(tag.name, Not(testing::AnyOf("img", "iframe", "object", "embed", "form", "base")));
    for (const auto& [name, value] : tag.attributes) {
      EXPECT_THAT(name, Not(testing::AnyOf("src", "srcset", "style", "action", "srcdoc"))) << tag.name;
      EXPECT_NE(name.substr(0, 2), "on") << tag.name;
      EXPECT_TRUE(name != "href" || value.starts_with('#') || value == "data:,") << value;
    }
  }
  EXPECT_EQ(scripts, 1U);
  EXPECT_EQ(styles, 1U);
}

TEST_P(Page, NamesEveryPartOnceAndLinksOnlyToPartsThatAreThere) {
  std::multiset<std::string> ids;
  std::vector<std::string> wanted;
  for (const Tag& tag : outline_of(page_of(GetParam()())).tags) {
    for (const auto& [name, value] : tag.attributes) {
      if (name == "id") ids.insert(value);
      if (name == "aria-labelledby") wanted.push_back(value);
      if (name == "href" && value.starts_with('#')) wanted.push_back(value.substr(1));
    }
  }
  for (const std::string& id : ids) EXPECT_EQ(ids.count(id), 1U) << id;
  for (const std::string& id : wanted) EXPECT_EQ(ids.count(id), 1U) << id;
}

TEST_P(Page, SkipsNoLevelOfHeadings) {
  char last = '0';
  for (const Tag& tag : outline_of(page_of(GetParam()())).tags) {
    if (tag.name.size() != 2 || tag.name[0] != 'h' || tag.name[1] < '1' || tag.name[1] > '6') continue;
    EXPECT_LE(tag.name[1], last + 1);
    last = tag.name[1];
  }
  EXPECT_NE(last, '0');
}

TEST_P(Page, GivesEveryDrawingATitleAndEveryHeadAScope) {
  const std::vector<Tag> tags = outline_of(page_of(GetParam()())).tags;
  for (std::size_t i = 0; i < tags.size(); ++i) {
    EXPECT_TRUE(tags[i].name != "svg" || tags.at(i + 1).name == "title");
    if (tags[i].name != "th") continue;
    const auto& all = tags[i].attributes;
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const auto& item) { return item.first == "scope"; }));
  }
}

INSTANTIATE_TEST_SUITE_P(Report, Page, kComparisons);

TEST(PageOfStrangers, ShowsMarkupAsText) {
  const std::string page = page_of(hostile_comparison());
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("\u202E")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
}

TEST(PageOfSeveralRuns, HasAllOfThemAndLinksToEach) {
  const std::string page = html_page({{sample_comparison(), ""}, {untrusted_comparison(), ""}});
  EXPECT_THAT(outline_of(page).problems, IsEmpty());
  EXPECT_THAT(page, HasSubstr("<h1>2 runs</h1>"));
  EXPECT_THAT(page, HasSubstr("href=\"#run2\""));
  EXPECT_THAT(page, HasSubstr("id=\"run2-row1\""));
  EXPECT_THAT(page, HasSubstr("NOT TRUSTED"));
}

TEST(PagePolicy, NamesTheHashesOfItsStyleAndScript) {
  const std::string page = page_of(sample_comparison());
  const std::regex policy(
      "default-src (&#39;|')none(&#39;|'); style-src (&#39;|')sha256-[A-Za-z0-9+/]{43}=(&#39;|'); "
      "script-src (&#39;|')sha256-[A-Za-z0-9+/]{43}=");
  EXPECT_TRUE(std::regex_search(page, policy));
}

TEST(PageProfile, IsThereOnlyWhenThereIsOne) {
  EXPECT_THAT(page_of(sample_comparison()), Not(HasSubstr(">Profile<")));
  const std::string page = html_page({{sample_comparison(), "main;parse <int> 12"}});
  EXPECT_THAT(page, HasSubstr(">Profile<"));
  EXPECT_THAT(page, HasSubstr("main;parse &lt;int&gt; 12"));
}

TEST(PageCommand, MakesTheSamePlanAgain) {
  compare::Comparison comparison = sample_comparison();
  EXPECT_THAT(page_of(comparison), HasSubstr("--new reference:after --seed 18446744073709551615</code>"));
  comparison.header.command_line.insert(comparison.header.command_line.end(), {"--seed", "7"});
  EXPECT_THAT(page_of(comparison), HasSubstr("--seed 7</code>"));
}

TEST(PageOfAbsentFigures, SaysWhy) {
  const std::string page = page_of(sample_comparison());
  EXPECT_THAT(page, HasSubstr("the server is linked statically, so no counter can be preloaded"));
  EXPECT_THAT(page, HasSubstr("wrk has no raw latencies"));
  EXPECT_THAT(page, HasSubstr("the record holds no warm-up laps"));
}

TEST(PageOfManyRows, HasThemAll) {
  const std::string page = page_of(large_comparison(3000));
  const std::vector<Tag> tags = outline_of(page).tags;
  const auto rows = std::count_if(tags.begin(), tags.end(), [](const Tag& tag) {
    return tag.name == "tr" && !tag.attributes.empty() && tag.attributes.back().first == "data-role";
  });
  EXPECT_EQ(rows, 3000);
  EXPECT_LT(page.size(), 30'000'000U);
}

TEST(FigureWords, SetFiguresAsPeopleDo) {
  EXPECT_EQ(figure_words("-19.8 .. -17.4 %"), "\u221219.8 to \u221217.4 %");
  EXPECT_EQ(figure_words("-"), "\u2013");
  EXPECT_EQ(figure_words("+-1.2 %"), "\u00b11.2 %");
  EXPECT_EQ(figure_words("24.1 us"), "24.1 \u00b5s");
  EXPECT_EQ(figure_words("24.1 us over 9 rounds"), "24.1 \u00b5s over 9 rounds");
  EXPECT_EQ(figure_words("use-case 1e-05"), "use-case 1e-05");
}

TEST(MarkupElements, EscapeTextAndAttributes) {
  EXPECT_EQ(element("p", {{"title", "a\"b<c"}}, text("<i>&")).bytes(), "<p title=\"a&quot;b&lt;c\">&lt;i&gt;&amp;</p>");
  EXPECT_EQ(void_element("meta", {{"charset", "utf-8"}}).bytes(), "<meta charset=\"utf-8\">");
}

TEST(RoundTicks, AreMultiplesOfOneTwoOrFive) {
  EXPECT_THAT(round_ticks(-9.2, 9.2, 4), ElementsAre(-5, 0, 5));
  EXPECT_THAT(round_ticks(0.9, 3.1, 4), ElementsAre(1, 1.5, 2, 2.5, 3));
  EXPECT_THAT(round_ticks(3, 3, 4), IsEmpty());
}

TEST(ForestAxisOfRows, IsNotStretchedByOneWildRow) {
  compare::Comparison comparison = sample_comparison();
  const double before = forest_axis(comparison).limit;
  comparison.rows.push_back(informing_row());
  comparison.rows.back().change_percent = 900.0;
  comparison.rows.back().interval_percent = {100.0, 2000.0};
  EXPECT_LT(forest_axis(comparison).limit, before * 2);
  const std::string line = forest_line(comparison.rows.back(), forest_axis(comparison), 2).bytes();
  EXPECT_THAT(line, HasSubstr("change +900.0 %, interval +100.0 to +2000.0 %"));
  EXPECT_TRUE(forest_line(absent_row(), forest_axis(comparison), 2).empty());
  EXPECT_GT(forest_axis(empty_comparison()).limit, 0);
}

TEST(LineChart, LeavesAGapWhereAValueIsAbsent) {
  const ArmValues values{{core::Arm::old_build, {1.0, 2.0, core::Value::absent("gone"), 4.0}}};
  Chart chart{.title = "x", .unit = "ns", .values = &values};
  chart.along = "round";
  chart.names = {"1", "2", "3", "4"};
  const std::string drawn = line_chart(chart).bytes();
  const std::string from_line = drawn.substr(drawn.find("class=\"line\""));
  const std::string line = from_line.substr(0, from_line.find('>'));
  EXPECT_EQ(std::count(line.begin(), line.end(), 'M'), 2);
  EXPECT_THAT(drawn, HasSubstr("old: 3 values from 1.00 ns to 4.00 ns, mean 2.33 ns"));
}

TEST(LineChart, OfNothingIsNothing) {
  const ArmValues values{{core::Arm::old_build, {core::Value::absent("gone")}}};
  Chart chart{.title = "x", .unit = "ns", .values = &values};
  EXPECT_TRUE(line_chart(chart).empty());
  EXPECT_TRUE(strip_chart(chart).empty());
}

TEST(LineChart, DrawsEqualAndHugeSeries) {
  const ArmValues equal{{core::Arm::old_build, std::vector<core::Value>(5000, core::Value(7.0))}};
  Chart chart{.title = "x", .unit = "B", .values = &equal};
  chart.names.assign(5000, "n");
  for (const bool logarithmic : {false, true}) {
    chart.logarithmic = logarithmic;
    const std::string drawn = line_chart(chart).bytes();
    EXPECT_THAT(drawn, Not(HasSubstr("nan")));
    EXPECT_THAT(drawn, Not(HasSubstr("inf")));
    EXPECT_LT(drawn.size(), 10000U);
  }
}

}  // namespace
}  // namespace hotlap::report
