// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/diff_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "host/base/called_as.h"
#include "host/base/shell_word.h"

namespace xb {

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string with_decoded(const ValueText& value) {
  return value.decoded.empty() ? value.raw : fmt::format("{} ({})", value.raw, value.decoded);
}

namespace {

constexpr std::size_t kFew = 5;           // signals and shapes that are listed
constexpr std::size_t kLongestCell = 16;  // characters of a value in the window

std::string time_text(const DiffFile& file, std::uint64_t time) {
  const std::size_t blank = file.time_unit.find(' ');
  if (blank == std::string::npos) return {};
  const std::string factor = file.time_unit.substr(0, blank);
  return fmt::format("{}{} {}", time, factor == "1" ? "" : " x " + factor, file.time_unit.substr(blank + 1));
}

std::string shape_text(const ShapeDifference& difference) {
  switch (difference.kind) {
    case ShapeDifference::Kind::Missing:
      return fmt::format("missing in GOT: {} ({})", difference.path, difference.want);
    case ShapeDifference::Kind::Extra:
      return fmt::format("extra in GOT: {} ({})", difference.path, difference.got);
    case ShapeDifference::Kind::Width:
    case ShapeDifference::Kind::Kind:
      return fmt::format("{}: WANT has {}, GOT {}", difference.path, difference.want, difference.got);
    case ShapeDifference::Kind::TimeUnit:
      return fmt::format("time unit: WANT {}, GOT {}", difference.want, difference.got);
    case ShapeDifference::Kind::Length:
      break;
  }
  return fmt::format("length: WANT {}; GOT {}", difference.want, difference.got);
}

/// The part of the paths of a window that all share, with its dot.
std::size_t common_scope(const std::vector<std::string>& paths) {
  std::size_t common = paths.front().rfind('.') + 1;  // 0 where there is no dot
  for (const std::string& path : paths) {
    while (common > 0 && path.compare(0, common, paths.front(), 0, common) != 0) {
      const std::size_t dot = common < 2 ? std::string::npos : paths.front().rfind('.', common - 2);
      common = dot == std::string::npos ? 0 : dot + 1;
    }
  }
  return common;
}

/// A part of a long value, from `begin` on.
std::string part_of(const std::string& value, std::size_t begin) {
  if (value.size() <= kLongestCell) return value;
  const std::size_t from = std::min(begin, value.size() - kLongestCell);
  return (from > 0 ? ".." : "") + value.substr(from, kLongestCell) +
         (from + kLongestCell < value.size() ? ".." : "");
}

/// `WANT | GOT` where they differ, of long values the part in which they begin to.
std::string cell_text(const DiffWindow::Cell& cell) {
  if (!cell.differs) return cell.got == "(blank)" ? "" : part_of(cell.got, cell.got.size());
  const auto at = std::mismatch(cell.want.begin(), cell.want.end(), cell.got.begin(), cell.got.end()).first;
  const auto begin = static_cast<std::size_t>(at - cell.want.begin());
  const std::size_t from = begin < 4 ? 0 : begin - 4;
  return part_of(cell.want, from) + " | " + part_of(cell.got, from);
}

std::string slip_text(const DiffResult& result) {
  const int slip = *result.slip;
  return fmt::format("GOT is WANT {} {}, all signals: {}",
                     counted(static_cast<unsigned>(std::abs(slip)), "cycle"), slip > 0 ? "later" : "earlier",
                     "with that every value compared is equal");
}

std::string compared_text(const DiffResult& result) {
  std::string text = fmt::format("{}, {} compared", counted(result.cycles_compared, "cycle"),
                                 counted(result.signals_compared, "signal"));
  if (result.want.not_compared > 0)
    text += fmt::format("; {} only in WANT not compared", result.want.not_compared);
  if (result.got.not_compared > 0)
    text += fmt::format("; {} only in GOT not compared", result.got.not_compared);
  if (!result.want_scope.empty() || !result.got_scope.empty())
    text += fmt::format("; scope {} in WANT is {} in GOT",
                        result.want_scope.empty() ? "(all)" : result.want_scope,
                        result.got_scope.empty() ? "(all)" : result.got_scope);
  return text;
}

std::string after_last_edge_text(const DiffResult& result, bool all) {
  const std::vector<std::string>& paths = result.after_last_edge;
  if (paths.empty()) return {};
  std::string text = fmt::format("not compared: after the last edge of {}: {} differ{}:", result.want.clock,
                                 counted(paths.size(), "signal"), paths.size() == 1 ? "s" : "");
  const std::size_t listed = all ? paths.size() : std::min(paths.size(), kFew);
  for (std::size_t i = 0; i < listed; ++i) text += ' ' + paths[i];
  if (listed < paths.size())
    text += fmt::format(" ... and {} more (--all lists them)", paths.size() - listed);
  return text + '\n';
}

std::string others_text(const DiffResult& result, bool all) {
  std::string text;
  const std::size_t others = result.signals.size() - 1;
  if (others == 0)
    text += fmt::format("differs in {}\n", counted(result.cycles_differing, "cycle"));
  else
    text += fmt::format("differs also: {}, {} in all:\n", counted(others, "signal"),
                        counted(result.cycles_differing, "cycle"));
  std::size_t listed = 0;
  for (const SignalDifference& signal : result.signals) {
    if (signal.want_path == result.first->signal.want_path && signal.width == result.first->signal.width)
      continue;
    if (!all && listed == kFew) break;
    ++listed;
    text += fmt::format("  {}  from cycle {}, {}\n", signal.want_path, signal.first_cycle,
                        counted(signal.cycles, "cycle"));
  }
  if (listed < others) text += fmt::format("  ... and {} more (--all lists them)\n", others - listed);
  return text;
}

std::string shapes_text(const DiffResult& result, bool all) {
  std::string text;
  const std::size_t listed = all ? result.shape.size() : std::min(result.shape.size(), kFew);
  for (std::size_t i = 0; i < listed; ++i) text += shape_text(result.shape[i]) + '\n';
  if (listed < result.shape.size())
    text +=
        fmt::format("... and {} more that only one has (--all lists them)\n", result.shape.size() - listed);
  return text;
}

}  // namespace

std::string first_difference_text(const DiffResult& result) {
  const FirstDifference& first = *result.first;
  const std::string time = time_text(result.got.time_unit.empty() ? result.want : result.got,
                                     result.got.time_unit.empty() ? first.want_time : first.got_time);
  std::string text = fmt::format("cycle {}{}  {}", first.cycle, time.empty() ? "" : " (" + time + ")",
                                 first.signal.want_path);
  if (first.signal.got_path != first.signal.want_path)
    text += fmt::format(" (GOT: {})", first.signal.got_path);
  if (first.signal.width > 0) text += fmt::format("  {}", counted(first.signal.width, "bit"));
  return text + fmt::format("\n  want {}\n  got  {}\n", with_decoded(first.want), with_decoded(first.got));
}

std::string window_text(const DiffResult& result) {
  const DiffWindow& window = result.window;
  if (window.signals.empty()) return {};
  const std::size_t common = common_scope(window.signals);
  std::vector<std::vector<std::string>> lines{{"cycle"}};
  for (const std::string& path : window.signals) lines.front().push_back(path.substr(common));
  for (const DiffWindow::Row& row : window.rows) {
    std::vector<std::string> line{(result.first && row.cycle == result.first->cycle ? "*" : "") +
                                  std::to_string(row.cycle)};
    for (const DiffWindow::Cell& cell : row.cells) line.push_back(cell_text(cell));
    lines.push_back(std::move(line));
  }
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text = common > 0 ? fmt::format("  {}\n", window.signals.front().substr(0, common - 1)) : "";
  for (const auto& line : lines) {
    std::string one = fmt::format("  {:>{}}", line[0], widths[0]);
    for (std::size_t i = 1; i < line.size(); ++i) one += fmt::format("  {:<{}}", line[i], widths[i]);
    text += one.substr(0, one.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string reproduce_command(const DiffResult& result) {
  const std::string& point = result.got.point.empty() ? result.want.point : result.got.point;
  if (point.empty()) return {};
  const std::string& file = result.got.format == TraceFormat::Line ? result.got.path : "FILE";
  return fmt::format("{} run {} --line-trace {}", called_as(), point, shell_word(file));
}

std::string diff_text(const DiffResult& result, const DiffAdvice& advice) {
  std::string text =
      fmt::format("{}  {}  {}", result.same ? "SAME" : "DIFFERENT", result.want.path, result.got.path);
  if (!result.same && !result.signals.empty())
    text += fmt::format("  (first of {})", counted(result.signals.size(), "differing signal"));
  text += '\n';
  if (result.slip) text += slip_text(result) + (advice.allow_slip ? " (allowed)\n" : "\n");
  if (result.signals_compared == 0) text += "no signal is in both; allowed: --scope WANT=GOT\n";
  if (result.cycles_compared == 0) text += "no cycle is in both\n";
  if (result.first && !(result.same && result.slip)) {
    text += first_difference_text(result) + window_text(result) + others_text(result, advice.all);
  }
  text += shapes_text(result, advice.all);
  for (const IgnoredDifferences& ignored : result.ignored)
    text += fmt::format("ignored: {}  {}, {}  # {}\n", ignored.pattern, counted(ignored.signals, "signal"),
                        counted(ignored.cycles, "cycle"), ignored.reason);
  if (result.slip_not_looked_for && !result.signals.empty())
    text += "no slip was looked for: too many bits\n";
  text += compared_text(result) + '\n' + after_last_edge_text(result, advice.all);
  if (result.same) return text;
  const std::string& seed = result.got.seed.empty() ? result.want.seed : result.got.seed;
  if (!seed.empty()) text += fmt::format("seed {}\n", seed);
  const std::string reproduce = advice.reproduce.empty() ? reproduce_command(result) : advice.reproduce;
  if (!reproduce.empty()) text += fmt::format("reproduce: {}\n", reproduce);
  if (!advice.view.empty())
    text += fmt::format("view: {}\n", advice.view);
  else if (result.got.format != TraceFormat::Line)
    text += fmt::format("view: gtkwave {}\n", shell_word(result.got.path));
  if (!advice.accept.empty()) text += fmt::format("accept: {}\n", advice.accept);
  return text;
}

namespace {

using Json = nlohmann::ordered_json;

Json file_json(const DiffFile& file) {
  return {{"path", file.path},
          {"format", name_of(file.format)},
          {"time_unit", file.time_unit},
          {"clock", file.clock},
          {"point", file.point},
          {"seed", file.seed},
          {"cycles", file.cycles},
          {"first", file.first},
          {"last", file.last},
          {"signals", file.signals},
          {"not_compared", file.not_compared}};
}

Json value_json(const ValueText& value) { return {{"raw", value.raw}, {"decoded", value.decoded}}; }

Json signal_json(const SignalDifference& signal) {
  return {{"want_path", signal.want_path},     {"got_path", signal.got_path}, {"width", signal.width},
          {"first_cycle", signal.first_cycle}, {"cycles", signal.cycles},     {"aliases", signal.aliases}};
}

}  // namespace

Json diff_json(const DiffResult& result) {
  Json json{{"same", result.same},
            {"want", file_json(result.want)},
            {"got", file_json(result.got)},
            {"want_scope", result.want_scope},
            {"got_scope", result.got_scope},
            {"signals_compared", result.signals_compared},
            {"cycles_compared", result.cycles_compared},
            {"cycles_differing", result.cycles_differing},
            {"aligned_by_number", result.aligned_by_number},
            {"slip", result.slip ? Json(*result.slip) : Json()},
            {"shape", Json::array()},
            {"first", nullptr},
            {"signals", Json::array()},
            {"ignored", Json::array()},
            {"after_last_edge", result.after_last_edge}};
  for (const ShapeDifference& shape : result.shape)
    json["shape"].push_back(
        {{"kind", name_of(shape.kind)}, {"path", shape.path}, {"want", shape.want}, {"got", shape.got}});
  for (const SignalDifference& signal : result.signals) json["signals"].push_back(signal_json(signal));
  for (const IgnoredDifferences& ignored : result.ignored)
    json["ignored"].push_back({{"pattern", ignored.pattern},
                               {"reason", ignored.reason},
                               {"signals", ignored.signals},
                               {"cycles", ignored.cycles}});
  if (!result.first) return json;
  const FirstDifference& first = *result.first;
  json["first"] = {{"signal", signal_json(first.signal)}, {"cycle", first.cycle},
                   {"want_time", first.want_time},        {"got_time", first.got_time},
                   {"want", value_json(first.want)},      {"got", value_json(first.got)}};
  Json rows = Json::array();
  for (const DiffWindow::Row& row : result.window.rows) {
    Json cells = Json::array();
    for (const DiffWindow::Cell& cell : row.cells)
      cells.push_back({{"want", cell.want}, {"got", cell.got}, {"differs", cell.differs}});
    rows.push_back({{"cycle", row.cycle}, {"cells", std::move(cells)}});
  }
  json["window"] = {{"signals", result.window.signals}, {"rows", std::move(rows)}};
  return json;
}

}  // namespace xb
