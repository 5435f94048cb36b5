// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "host/base/ranges.h"
#include "testbenches/program/text_report.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr std::size_t kSwitchesShown = 12, kLinksShown = 10;
constexpr std::size_t kOutputsShown = 8;  // that hold up the same one, or that all ends at
constexpr double kLeastShare = 0.01;      // of all hosts that wait, for an output to be shown
constexpr std::size_t kIndent = 2;

/// Pointers to the `most` that come first by `before`, in that order; all of them, as they are, if there are
/// no more.
template <class T, class Before>
std::vector<const T*> first_of(const std::vector<T>& all, std::size_t most, const Before& before) {
  std::vector<const T*> list;
  for (const T& one : all) list.push_back(&one);
  if (list.size() <= most) return list;
  std::stable_sort(list.begin(), list.end(), [&](const T* a, const T* b) { return before(*a, *b); });
  list.resize(most);
  return list;
}

std::string heading(const std::string& what, std::size_t shown, std::size_t all, const std::string& which) {
  return shown == all ? fmt::format("\n  {}\n\n", what)
                      : fmt::format("\n  {}: of {} the {} {}\n\n", what, all, shown, which);
}

bool have_lag(const std::vector<SwitchResult>& switches) {
  return any_of(switches, [](const SwitchResult& s) { return s.result.lag; });
}

std::string switches_text(const std::vector<SwitchResult>& switches) {
  using Column = TextTable::Column;
  const auto worst = first_of(switches, kSwitchesShown, [](const SwitchResult& a, const SwitchResult& b) {
    const RunResult &x = a.result, &y = b.result;
    if (x.blocked.mean != y.blocked.mean) return x.blocked.mean > y.blocked.mean;
    return x.occupancy_beats.mean > y.occupancy_beats.mean;
  });
  TextTable table;
  table.column("switch");
  table.column("engine", Column::Value);
  table.column("ports", Column::Value);
  table.column("throughput");
  table.column("blocked");
  table.column("HOL");
  table.column("pool", Column::Value);
  table.column("idle w/ work");
  table.column("mean occ. [beats]");
  table.column("max occ. [beats]");
  table.column("lost", Column::Value);
  if (have_lag(switches)) {
    table.column("mean lag [cycles]", Column::Value);
    table.column("p99 lag [cycles]", Column::Value);
  }
  for (const SwitchResult* s : worst) {
    const RunResult& r = s->result;
    std::vector<std::string> row = {s->name,
                                    s->engine,
                                    std::to_string(s->ports),
                                    fmt::format("{:.4f}", r.throughput.mean),
                                    percent(r.blocked.mean),
                                    percent(r.hol.mean),
                                    r.known.pool ? percent(r.pool.mean) : "-",
                                    percent(r.idle_with_work.mean),
                                    fmt::format("{:.1f}", r.occupancy_beats.mean),
                                    std::to_string(r.occupancy_beats.max),
                                    std::to_string(r.lost_packets)};
    if (r.lag && r.lag->packets > 0)
      row.insert(row.end(), {fmt::format("{:.2f}", r.lag->mean), std::to_string(r.lag->p99)});
    table.row(std::move(row));
  }
  return heading("Switches", worst.size(), switches.size(), "with the most blocked heads") + table.text();
}

std::string links_text(const std::vector<LinkResult>& links) {
  if (links.empty()) return "";
  const auto busiest = first_of(links, kLinksShown, [](const LinkResult& a, const LinkResult& b) {
    return a.utilisation > b.utilisation;
  });
  std::vector<std::vector<std::string>> rows;
  for (const LinkResult* link : busiest)
    rows.push_back({link->from, link->to, percent(link->utilisation), std::to_string(link->packets)});
  return heading("Links", busiest.size(), links.size(), "busiest") +
         format_table({"from", "to", "utilisation", "packets"}, rows);
}

struct TreeLine {
  std::size_t depth;
  const BlockingTree* tree;  ///< null: so many more
  std::size_t more;
};

void add_lines(std::vector<TreeLine>& lines, const std::vector<BlockingTree>& trees, std::size_t depth,
               double least) {
  std::size_t shown = 0;
  for (; shown < std::min(kOutputsShown, trees.size()) && trees[shown].hosts_held >= least; ++shown) {
    lines.push_back({depth, &trees[shown], 0});
    add_lines(lines, trees[shown].through, depth + 1, least);
  }
  if (shown < trees.size()) lines.push_back({depth, nullptr, trees.size() - shown});
}

std::string blocking_text(const std::vector<BlockingTree>& trees) {
  const double all =
      std::accumulate(trees.begin(), trees.end(), 0.0,
                      [](double sum, const BlockingTree& tree) { return sum + tree.hosts_held; });
  if (all <= 0) return "";
  std::vector<TreeLine> lines;
  add_lines(lines, trees, 0, all * kLeastShare);
  const std::string head = "output that holds them up";
  std::size_t width = head.size();
  for (const TreeLine& line : lines) {
    if (line.tree != nullptr) width = std::max(width, kIndent * line.depth + line.tree->output.size());
  }
  std::string text = fmt::format(
      "\n  Blocking: {:.2f} hosts wait (mean)\n\n"
      "  {:<{}}  hosts     share  at its own switch\n  {:-<{}}  -----  --------  -----------------\n",
      all, head, width, "", width);
  for (const TreeLine& line : lines) {
    const std::string indent(kIndent * line.depth, ' ');
    if (line.tree == nullptr) {
      text += fmt::format("  {}and {} more\n", indent, line.more);
      continue;
    }
    const std::string hosts = rank_ranges(line.tree->hosts);
    text +=
        fmt::format("  {:<{}}  {:>5.2f}  {:>8}  {}\n", indent + line.tree->output, width,
                    line.tree->hosts_held, percent(line.tree->hosts_held / all), hosts.empty() ? "-" : hosts);
  }
  return text;
}

}  // namespace

std::string link_name(const LinkResult& link) { return fmt::format("{} -> {}", link.from, link.to); }

std::string rank_ranges(const std::vector<unsigned>& ranks) {
  std::string text;
  for (std::size_t first = 0, end = 0; first < ranks.size(); first = end) {
    for (end = first + 1; end < ranks.size() && ranks[end] == ranks[end - 1] + 1;) ++end;
    const unsigned last = ranks[end - 1];
    text += fmt::format("{}{}", text.empty() ? "" : ", ", ranks[first]);
    if (end - first > 1) text += fmt::format("{}{}", end - first == 2 ? ", " : "..", last);
  }
  return text;
}

std::string describe_idle_links(const NetworkResult& network) {
  constexpr std::size_t kMost = 4;
  const std::vector<std::string>& idle = network.idle_links;
  const auto first = idle.begin();
  std::string names = fmt::format(
      "{}", fmt::join(first, first + static_cast<std::ptrdiff_t>(std::min(kMost, idle.size())), ", "));
  if (idle.size() > kMost) names += fmt::format(", and {} more", idle.size() - kMost);
  return fmt::format("{} of {} carried nothing, though on shortest paths of what was sent: {}", idle.size(),
                     network.links.size(), names);
}

std::string describe_network(const RunResult& result) {
  const NetworkResult& network = *result.network;
  std::string text = switches_text(network.switches);
  if (have_lag(network.switches) && !result.lag)
    text += "\n  Lag from end to end: none, packets choose their way by load.\n";
  return text + links_text(network.links) + blocking_text(network.blocking);
}

}  // namespace xb
