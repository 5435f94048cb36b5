// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "host/base/ranges.h"
#include "testbenches/engines/paths.h"
#include "testbenches/reproduce/comparison.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr std::size_t kMostOffRows = 20;
constexpr std::array kOrigins{Origin::Printed,     Origin::Equation,   Origin::Literature,
                              Origin::Independent, Origin::Regression, Origin::None};
constexpr std::array kOutcomes{
    Outcome::Reproduced, Outcome::Refuted, Outcome::NotTestable, Outcome::AsBefore, Outcome::NotJudged,
    Outcome::AsExpected, Outcome::Missing, Outcome::Off,         Outcome::ComesOut, Outcome::Nothing};

/// In a cell of a table in Markdown, and nothing else.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else {
      if (c == '|' || c == '*' || c == '_' || c == '`' || c == '[') escaped += '\\';
      escaped += c == '\n' ? ' ' : c;
    }
  }
  return escaped;
}

std::string number(double value) { return fmt::format("{:.5g}", value); }

std::vector<double> ratios_of(const Comparison& comparison) {
  std::vector<double> ratios;
  if (!comparison.has_ratio()) return ratios;
  for (const Compared& value : comparison.values) {
    if (const auto ratio = value.ratio()) ratios.push_back(*ratio);
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios;
}

std::string span(double low, double high) {
  return low == high ? number(low) : number(low) + " .. " + number(high);
}

std::string ratio_span(const std::vector<double>& ratios) {
  if (ratios.empty()) return "-";
  const double low = ratios.front(), high = ratios.back();
  if (ratios.size() == 1) return fmt::format("{:.4f}", low);
  return fmt::format("{:.4f} .. {:.4f}", low, high);
}

/// With files of the repository by their names there, which are the same on every machine.
std::string in_repository(std::string text) {
  const std::string top = source_dir().string() + "/";
  for (auto at = text.find(top); at != std::string::npos; at = text.find(top, at)) text.erase(at, top.size());
  return text;
}

/// The keys of a value that are not the same for all.
std::string keys_text(const Compared& value, const Comparison& comparison) {
  std::string text;
  for (std::size_t k = 0; k < value.keys.size(); ++k) {
    const bool differs = any_of(comparison.values, [&](const Compared& other) {
      return other.keys.size() > k && other.keys[k] != value.keys[k];
    });
    if (differs)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", value.keys[k].first,
                          in_repository(value.keys[k].second));
  }
  return text.empty() ? (comparison.expectation.of_mean ? "mean" : "-") : text;
}

/// With its interval.
std::string number_text(const Compared& value) {
  const Verdict& v = value.verdict;
  return number(v.measured) + (v.ci95 ? fmt::format(" +- {:.2g}", *v.ci95) : "");
}

std::string searches_text(std::size_t count) {
  return fmt::format("{} search{}", count, count == 1 ? "" : "es");
}

/// What the source says: its value, their span, or bounds.
std::string published_text(const Comparison& comparison) {
  if (comparison.values.empty() || !comparison.values.front().has_published) return comparison.bounds;
  const auto by_published = [](const Compared& a, const Compared& b) {
    return a.verdict.expected < b.verdict.expected;
  };
  const auto [least, most] =
      std::minmax_element(comparison.values.begin(), comparison.values.end(), by_published);
  return span(least->verdict.expected, most->verdict.expected);
}

std::string ours_text(const Comparison& comparison) {
  if (comparison.values.empty()) return "-";
  if (comparison.values.size() == 1) return number_text(comparison.values.front());
  const auto by_ours = [](const Compared& a, const Compared& b) {
    return a.verdict.measured < b.verdict.measured;
  };
  const auto [low, high] = std::minmax_element(comparison.values.begin(), comparison.values.end(), by_ours);
  return span(low->verdict.measured, high->verdict.measured);
}

std::string outcome_cell(const Comparison& comparison) {
  const Outcome outcome = comparison.outcome();
  std::string text = outcome_text(outcome);
  if (outcome == Outcome::Refuted || outcome == Outcome::Off)
    text += fmt::format(" at {} of {}", comparison.off(), comparison.values.size());
  return is_wrong(outcome) ? "**" + text + "**" : text;
}

/// The claim, or else what is measured.
std::string claim_cell(const Comparison& comparison) {
  const std::string& claim = comparison.expectation.claim;
  std::string measure = cell(in_repository(comparison.measure));
  if (claim.empty()) return measure;
  return cell(claim) + (measure.empty() ? "" : " (" + measure + ")");
}

/// All values of an expectation, and those that are off where none may be.
std::string comparison_rows(const Comparison& comparison) {
  std::string rows = fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", claim_cell(comparison),
                                 origin_name(comparison.expectation.origin), comparison.values.size(),
                                 cell(published_text(comparison)), ours_text(comparison),
                                 ratio_span(ratios_of(comparison)), outcome_cell(comparison));
  if (comparison.outcome() != Outcome::Off || comparison.values.size() == 1) return rows;
  std::size_t shown = 0;
  for (const Compared& value : comparison.values) {
    if (value.verdict.kind == Verdict::Kind::Ok || ++shown > kMostOffRows) continue;
    rows += fmt::format("| off: {} | | | {} | {} | | **off** |\n", cell(keys_text(value, comparison)),
                        value.has_published ? number(value.verdict.expected) : comparison.bounds,
                        number_text(value));
  }
  return rows;
}

/// In lines of at most 120 characters, which pages have.
std::string wrapped(const std::string& text) { return wrap(text, 120) + "\n"; }

std::string section(const Reproduced& one, const std::string& pictures) {
  std::string text = fmt::format("## {}\n\n{}\n", one.name, wrapped(cell(one.title) + "."));
  if (!one.source.empty()) text += wrapped("Source: " + cell(one.source) + ".") + "\n";
  text += fmt::format("    ./lab run experiments/{}.toml\n\n", one.name);
  if (pictured(one) != nullptr)
    text += fmt::format("![{}: published and ours]({}/{}.svg)\n\n", one.name, pictures, one.name);
  if (!one.is_whole()) text += fmt::format("{} of {} points have run.\n\n", one.done, one.points);
  if (one.unfound > 0) text += fmt::format("{} without a bracket.\n\n", searches_text(one.unfound));
  if (one.comparisons.empty())
    return text + fmt::format("Nothing is expected of these points: `./lab report build/reproduced/{}`.\n\n",
                              one.name);
  text +=
      "| claim or measure | origin | values | the source | ours | ratio | verdict |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Comparison& comparison : one.comparisons) text += comparison_rows(comparison);
  return text + "\n";
}

/// Of a heading: without dots.
std::string anchor(std::string name) {
  name.erase(std::remove(name.begin(), name.end(), '.'), name.end());
  return name;
}

std::string overview_row(const Reproduced& one) {
  std::vector<double> ratios;
  for (const Comparison& comparison : one.comparisons) {
    if (comparison.outcome() == Outcome::NotJudged) continue;
    const auto some = ratios_of(comparison);
    ratios.insert(ratios.end(), some.begin(), some.end());
  }
  std::sort(ratios.begin(), ratios.end());
  return fmt::format("| [{}](#{}) | {} | {} | {} | {} |\n", one.name, anchor(one.name), cell(one.source),
                     one.points, ratio_span(ratios), verdict_of(one));
}

/// How many rows have each verdict, by where their values come from.
std::string counts_table(const std::vector<Reproduced>& all) {
  std::map<std::pair<Outcome, Origin>, std::size_t> counts;
  std::map<Origin, std::size_t> by_origin;
  std::map<Outcome, std::size_t> by_outcome;
  for (const Reproduced& one : all) {
    for (const Comparison& comparison : one.comparisons) {
      const Outcome outcome = comparison.outcome();
      const Origin origin = comparison.expectation.origin;
      ++counts[{outcome, origin}];
      ++by_origin[origin];
      ++by_outcome[outcome];
    }
  }
  std::string head = "| verdict |", line = "|---|";
  for (const Origin origin : kOrigins) {
    if (by_origin[origin] == 0) continue;
    head += fmt::format(" {} |", origin == Origin::None ? "not said" : origin_name(origin));
    line += "---|";
  }
  std::string text = head + " all |\n" + line + "---|\n";
  for (const Outcome outcome : kOutcomes) {
    if (by_outcome[outcome] == 0) continue;
    text += fmt::format("| {} |", outcome_text(outcome));
    for (const Origin origin : kOrigins) {
      if (by_origin[origin] > 0) text += fmt::format(" {} |", counts[{outcome, origin}]);
    }
    text += fmt::format(" {} |\n", by_outcome[outcome]);
  }
  return text;
}

/// All rows of an outcome with the line why; empty: none.
std::string rows_of(const std::vector<Reproduced>& all, Outcome outcome) {
  std::string rows;
  for (const Reproduced& one : all) {
    for (const Comparison& comparison : one.comparisons) {
      if (comparison.outcome() != outcome) continue;
      const Expectation& e = comparison.expectation;
      rows += fmt::format("| [{}](#{}) | {} | {} | {} | {} |\n", one.name, anchor(one.name),
                          claim_cell(comparison), cell(published_text(comparison)), ours_text(comparison),
                          cell(e.refuted + e.not_testable));
    }
  }
  if (rows.empty()) return "";
  return fmt::format("## {}\n\n| experiment | claim | the source | ours | why |\n|---|---|---|---|---|\n{}\n",
                     outcome == Outcome::Refuted ? "Refuted" : "Not testable here", rows);
}

}  // namespace

std::string verdict_of(const Reproduced& one) {
  if (one.failed > 0) return fmt::format("{} point{} failed", one.failed, one.failed == 1 ? "" : "s");
  if (!one.is_whole()) return fmt::format("{} of {} points not run", one.points - one.done, one.points);
  if (one.unfound > 0) return searches_text(one.unfound) + " without a bracket";
  std::map<Outcome, std::size_t> counts;
  for (const Comparison& comparison : one.comparisons) ++counts[comparison.outcome()];
  std::string text;
  for (const Outcome outcome : kOutcomes) {
    if (counts[outcome] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[outcome], outcome_text(outcome));
  }
  return text.empty() ? "nothing expected" : text;
}

std::string reproduced_page(const std::vector<Reproduced>& all, const std::string& pictures,
                            const std::string& command, const std::vector<std::string>& left_out) {
  std::string text = "# Reproduced, refuted, not testable\n\n";
  text += wrapped(fmt::format(
      "Written by `{}`, {} of the files of `experiments/`: what their sources say, and what comes out here. "
      "A row is one expectation of a file, for one or many points. *reproduced*: all its values are as the "
      "source has them, within the file's tolerance. *refuted*: they are not, and the file says why. *as "
      "before*: a value of our own, which only guards against change. *not judged*: beside ours without a "
      "tolerance. Origins: *printed* in the paper, an *equation* of the paper, other *literature*, an "
      "*independent* program, or a *regression* of our own. Ratios, ours over the source's, are of printed "
      "values and equations only. [experiments.md](experiments.md) names the pages.",
      command, all.size()));
  text += "\n";
  if (!left_out.empty())
    text += wrapped(fmt::format("Left out here: `{}`.", fmt::join(left_out, "`, `"))) + "\n";
  text += counts_table(all) + "\n" + rows_of(all, Outcome::Refuted) + rows_of(all, Outcome::NotTestable);
  text +=
      "## Experiments\n\n| experiment | paper, figure or table | points | ours / published | rows |\n"
      "|---|---|---|---|---|\n";
  for (const Reproduced& one : all) text += overview_row(one);
  text += "\n";
  for (const Reproduced& one : all) text += section(one, pictures);
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

}  // namespace xb
