// The page around the runs: policy, style, script, headings, contents.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/html.h"
#include "analysis/report/html_parts.h"
#include "analysis/report/page_files.h"
#include "analysis/report/summary.h"

namespace hotlap::report {
namespace {

/// RFC 4648, of hex digits: what a policy's hash is written in.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::string result;
  // Three hex digits are twelve bits, two digits of base 64.
  for (std::size_t i = 0; i < hex.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t j = i; j < i + 3; ++j) bits = bits * 16 + (j < hex.size() ? digit(hex[j]) : 0);
    result += kDigits[bits >> 6u];
    if (i + 1 < hex.size()) result += kDigits[bits & 63u];
  }
  while (result.size() % 4 != 0) result += '=';
  return result;
}

/// CSP Level 3: nothing is loaded, sent or embedded; our own style and script, and no other, may run.
std::string content_policy() {
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; base-uri 'none'; "
      "form-action 'none'",
      base64_of_hex(page_style().sha256), base64_of_hex(page_script().sha256));
}

Markup page_head(std::string_view title) {
  return element(
      "head",
      void_element("meta", {{"charset", "utf-8"}}) +
          void_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", content_policy()}}) +
          void_element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
          void_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) +
          void_element("meta", {{"name", "referrer"}, {"content", "no-referrer"}}) + element("title", text(title)) +
          // An empty one, so that no browser asks a server for it.
          void_element("link", {{"rel", "icon"}, {"href", "data:,"}}) + element("style", verbatim(page_style().bytes)));
}

std::string title_of(const std::vector<PageRun>& runs) {
  constexpr std::size_t kLongest = 140;
  if (runs.size() == 1) return shorten_to_clause(headline(runs.front().comparison), kLongest);
  return fmt::format("{} runs", runs.size());
}

/// With several runs: their sentences, each a link.
Markup contents(const std::vector<PageRun>& runs) {
  if (runs.size() < 2) return {};
  Markup list;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    list += element("li", element("a", {{"href", fmt::format("#run{}", i + 1)}},
                                  text(shorten_to_clause(headline(runs[i].comparison), 220))));
  }
  return heading(1, text(title_of(runs))) +
         element("nav", {{"aria-label", "Runs"}}, element("ol", {{"class", "runs"}}, list));
}

}  // namespace

std::string html_page(const std::vector<PageRun>& runs) {
  const bool alone = runs.size() == 1;
  Markup articles = contents(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    articles += run_article(runs[i], {fmt::format("run{}", i + 1), alone ? 1 : 2, alone});
  }
  const std::string version = runs.empty() ? "" : runs.front().comparison.header.hotlap_version;
  const Markup body =
      element("a", {{"class", "skip"}, {"href", "#main"}}, text("Skip to the result")) +
      element("header", {{"class", "top"}}, element("p", text("hotlap"))) +
      element("main", {{"id", "main"}, {"tabindex", "-1"}}, articles) +
      element("footer", element("p", text("Made by hotlap report. Everything on this page is in this file."))) +
      element("script", verbatim(page_script().bytes));
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}}, page_head("hotlap: " + title_of(runs)) + element("body", body)).bytes() +
         "\n";
}

}  // namespace hotlap::report
