// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/reproduced_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "testbenches/engines/paths.h"
#include "testbenches/reproduce/comparison_figure.h"

namespace xb {
namespace {

constexpr std::size_t kMostRows = 12;  // of values, one by one
constexpr std::size_t kMostOffRows = 20;
constexpr std::size_t kMostMeasuredRows = 60;
constexpr const char* kNotJudged = "not judged";

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

/// A file of the repository by its name there, which is the same on every machine.
std::string in_repository(const std::string& value) {
  const std::string top = source_dir().string() + "/";
  return value.rfind(top, 0) == 0 ? value.substr(top.size()) : value;
}

/// The keys of a value that are not the same for all.
std::string keys_text(const Compared& value, const Comparison& comparison) {
  std::string text;
  for (std::size_t k = 0; k < value.keys.size(); ++k) {
    const bool differs = std::any_of(
        comparison.values.begin(), comparison.values.end(),
        [&](const Compared& other) { return other.keys.size() > k && other.keys[k] != value.keys[k]; });
    if (differs)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", value.keys[k].first,
                          in_repository(value.keys[k].second));
  }
  return text.empty() ? (comparison.of_mean ? "mean" : "-") : text;
}

/// With its interval.
std::string number_text(const Compared& value) {
  return number(value.ours) + (value.ci95 ? fmt::format(" +- {:.2g}", *value.ci95) : "");
}

std::string searches_text(std::size_t count) {
  return fmt::format("{} search{}", count, count == 1 ? "" : "es");
}

std::string value_row(const Compared& value, const Comparison& comparison) {
  const auto ratio = value.ratio();
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(comparison.measure),
                     cell(keys_text(value, comparison)),
                     value.published ? number(*value.published) : comparison.bounds, number_text(value),
                     ratio ? fmt::format("{:.4f}", *ratio) : "-",
                     !value.ok              ? "**off**"
                     : comparison.is_judged ? "ok"
                                            : kNotJudged);
}

/// The least and the greatest of ours.
std::pair<double, double> ends_of(const std::vector<Compared>& values) {
  const auto by_ours = [](const Compared& a, const Compared& b) { return a.ours < b.ours; };
  const auto [low, high] = std::minmax_element(values.begin(), values.end(), by_ours);
  return {low->ours, high->ours};
}

/// Many values as their least and greatest.
std::string span_row(const Comparison& comparison) {
  const auto by_published = [](const Compared& a, const Compared& b) { return a.published < b.published; };
  const auto& values = comparison.values;
  const auto [low, high] = ends_of(values);
  std::string published = comparison.bounds;
  if (values.front().published) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end(), by_published);
    published = span(*least->published, *most->published);
  }
  return fmt::format("| {} | {} values | {} | {} | {} | {} |\n", cell(comparison.measure), values.size(),
                     published, span(low, high), ratio_span(ratios_of(comparison)),
                     comparison.off() > 0   ? fmt::format("**{} off**", comparison.off())
                     : comparison.is_judged ? "ok"
                                            : kNotJudged);
}

std::string comparison_rows(const Comparison& comparison) {
  if (comparison.values.empty()) return "";
  std::string rows;
  if (comparison.values.size() <= kMostRows) {
    for (const Compared& value : comparison.values) rows += value_row(value, comparison);
    return rows;
  }
  rows = span_row(comparison);
  std::size_t shown = 0;
  for (const Compared& value : comparison.values) {
    if (!value.ok && ++shown <= kMostOffRows) rows += value_row(value, comparison);
  }
  return rows;
}

/// Where nothing is expected: a row for each point, with its measures side by side.
std::string measured_table(const std::vector<Comparison>& measurements) {
  std::string text = "| point |", line = "|---|";
  Comparison all;  // what tells points apart does so in all columns
  for (const Comparison& measurement : measurements)
    all.values.insert(all.values.end(), measurement.values.begin(), measurement.values.end());
  std::vector<std::string> points;
  std::map<std::string, std::map<std::string, std::string>> cells;  // by point and measure
  for (const Comparison& measurement : measurements) {
    text += fmt::format(" {} |", cell(measurement.measure));
    line += "---|";
    for (const Compared& value : measurement.values) {
      const std::string point = keys_text(value, all);
      if (cells.count(point) == 0) points.push_back(point);
      cells[point][measurement.measure] = number_text(value);
    }
  }
  text += "\n" + line + "\n";
  for (const std::string& point : points) {
    text += fmt::format("| {} |", cell(point));
    for (const Comparison& measurement : measurements) {
      const auto at = cells[point].find(measurement.measure);
      text += fmt::format(" {} |", at == cells[point].end() ? "-" : at->second);
    }
    text += "\n";
  }
  return text;
}

/// Many points as the least and greatest value of each measure.
std::string measured_spans(const std::vector<Comparison>& measurements) {
  std::string text = "| measure | values | least .. greatest |\n|---|---|---|\n";
  for (const Comparison& measurement : measurements) {
    const auto [low, high] = ends_of(measurement.values);
    text += fmt::format("| {} | {} | {} |\n", cell(measurement.measure), measurement.values.size(),
                        span(low, high));
  }
  return text;
}

std::string measured(const Reproduced& one) {
  std::string text = "Nothing is expected of these points.";
  if (one.measurements.empty()) return text + "\n\n";
  if (one.measurements.front().values.size() <= kMostMeasuredRows)
    return text + " They measured:\n\n" + measured_table(one.measurements) + "\n";
  return text + fmt::format(" Each by itself: `./lab report build/reproduced/{}`.\n\n", one.name) +
         measured_spans(one.measurements) + "\n";
}

/// Words in lines of at most 120 characters, which pages have.
std::string wrapped(const std::string& text) {
  constexpr std::size_t kWidth = 120;
  std::string lines;
  std::size_t column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool fits = column + 1 + word.size() <= kWidth;
    if (column > 0) lines += fits ? ' ' : '\n';
    column = (column > 0 && fits ? column + 1 : 0) + word.size();
    lines += word;
  }
  return lines + "\n";
}

std::string section(const Reproduced& one, const std::string& pictures) {
  std::string text = fmt::format("## {}\n\n{}\n", one.name, wrapped(cell(one.title) + "."));
  if (!one.source.empty()) text += wrapped("Source: " + cell(one.source) + ".") + "\n";
  text += fmt::format("    ./lab run experiments/{}.toml\n\n", one.name);
  if (pictured(one) != nullptr)
    text += fmt::format("![{}: published and ours]({}/{}.svg)\n\n", one.name, pictures, one.name);
  if (!one.is_whole()) text += fmt::format("{} of {} points have run.\n\n", one.done, one.points);
  if (one.unfound > 0) text += fmt::format("{} without a bracket.\n\n", searches_text(one.unfound));
  if (one.comparisons.empty()) return text + measured(one);
  text += "| measure | point | published or expected | ours | ratio | verdict |\n|---|---|---|---|---|---|\n";
  for (const Comparison& comparison : one.comparisons) text += comparison_rows(comparison);
  return text + "\n";
}

std::string overview_row(const Reproduced& one) {
  std::vector<double> ratios;
  for (const Comparison& comparison : one.comparisons) {
    if (!comparison.is_judged && one.checks() > 0) continue;
    const auto some = ratios_of(comparison);
    ratios.insert(ratios.end(), some.begin(), some.end());
  }
  std::sort(ratios.begin(), ratios.end());
  return fmt::format("| [{}](#{}) | {} | {} | {} | {} | {} |\n", one.name, one.name, cell(one.source),
                     one.points, one.checks(), ratio_span(ratios), verdict_of(one));
}

}  // namespace

std::string verdict_of(const Reproduced& one) {
  if (one.failed > 0) return fmt::format("{} point{} failed", one.failed, one.failed == 1 ? "" : "s");
  if (!one.is_whole()) return fmt::format("{} of {} points not run", one.points - one.done, one.points);
  if (one.unfound > 0) return searches_text(one.unfound) + " without a bracket";
  if (one.off() > 0) return fmt::format("{} of {} off", one.off(), one.checks());
  if (one.checks() > 0) return "ok";
  return one.comparisons.empty() ? "nothing expected" : kNotJudged;
}

std::string reproduced_page(const std::vector<Reproduced>& all, const std::string& pictures,
                            const std::string& command) {
  std::string text = fmt::format(
      "# Reproduced figures and tables\n\n"
      "Written by `{}`: every file of `experiments/`, what its source says, and what comes out\n"
      "here. The ratio is ours over the published value, or over theory where the source is one. The "
      "tolerance is in the\n"
      "experiment's file; with tolerance none a value is not judged. What the numbers mean, and why some\n"
      "differ, is on the pages that [experiments.md](experiments.md) names.\n\n"
      "| experiment | paper, figure or table | points | checks | ours / published | verdict |\n"
      "|---|---|---|---|---|---|\n",
      command);
  for (const Reproduced& one : all) text += overview_row(one);
  text += "\n";
  for (const Reproduced& one : all) text += section(one, pictures);
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

}  // namespace xb
