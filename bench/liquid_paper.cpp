// SPDX-License-Identifier: Apache-2.0
#include "bench/liquid_paper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/timed_run.h"
#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/liquid/allocations.h"
#include "host/liquid/liquid_solver.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/paper_search.h"
#include "host/liquid/sat_steps.h"
#include "host/liquid/step_baselines.h"
#include "host/liquid/step_check.h"
#include "host/liquid/step_search.h"
#include "host/liquid/tabu_steps.h"
#include "host/liquid/transfer_classes.h"
#include "host/network/topology_registry.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr std::size_t kTraffics = 31;  // of figure 4
constexpr unsigned kOfSwitch = 4;      // hosts

using Rows = std::vector<std::vector<std::string>>;

void print_table(const std::string& title, const std::vector<std::string>& head, const Rows& rows) {
  fmt::print("\n{}\n", title);
  std::fputs(format_table(head, rows).c_str(), stdout);
  std::fflush(stdout);
}

/// The paper's test-bed: a traffic for each liquid throughput of Swiss-T1 with each number of nodes, sorted
/// as it is there; the empty one left out.
struct TestBed {
  TestBed() {
    const Topology topology = make_topology("k-ring");
    const Wiring wiring(topology);
    const Routes routes = routes_of(topology, wiring);
    kinds = alike_allocations(Allocations(topology, wiring, routes));
    kinds.erase(kinds.begin());
    for (const AlikeAllocations& kind : kinds) {
      traffics.push_back(
          transfers_over(topology, wiring, routes, complete_exchange_of(hosts_of(wiring, kind.first))));
    }
  }
  /// Nodes, duration and hosts of the switches, for tables.
  [[nodiscard]] std::vector<std::string> name(std::size_t n) const {
    std::string hosts;
    for (const unsigned of_switch : kinds[n].first) hosts += std::to_string(of_switch);
    return {std::to_string(kinds[n].hosts), std::to_string(kinds[n].duration), hosts};
  }
  std::vector<AlikeAllocations> kinds;
  std::vector<TransferSet> traffics;
};

std::string percent(double part) { return fmt::format("{:.2f} %", part * 100); }

/// Figure 4: categories until all full teams of a traffic are found, with what is left out of the recursion.
/// The paper does not name its 31 traffics. These are the first ones that do not fit on one switch: the
/// largest whose categories can all be counted without leaving any out.
void print_search_space(const TestBed& bed) {
  struct Variant {
    const char* name;
    FissionRules rules;
    double sum = 0, kept_sum = 0;  // of ratios
  };
  std::vector<Variant> variants{
      {"all", {false, false, false, false}},         {"not blank", {true, false, false, false}},
      {"not idle", {false, true, false, false}},     {"neither", {true, true, false, false}},
      {"skeleton first", {true, true, true, false}}, {"scarcest first", {true, true, true, true}}};
  Rows rows;
  double teams = 0;
  double seconds = 0;
  const auto first = static_cast<std::size_t>(
      std::find_if(bed.kinds.begin(), bed.kinds.end(), [](const auto& k) { return k.hosts > kOfSwitch; }) -
      bed.kinds.begin());
  for (std::size_t n = first; n < first + kTraffics; ++n) {
    const CongestionGraph graph(bed.traffics[n]);
    std::vector<std::string> row = bed.name(n);
    double all = 0;
    for (Variant& variant : variants) {
      SimultaneityWalk walk(bed.traffics[n], graph, {true, true}, variant.rules);
      const double start = cpu_now();
      walk.begin();
      while (walk.next() == SimultaneityWalk::Step::Found) {
      }
      const FissionCounts& counts = walk.counts();
      const auto made = static_cast<double>(counts.categories);
      if (all == 0) {
        all = made;
        row.push_back(std::to_string(counts.found));
        row.push_back(std::to_string(counts.categories));
      } else {
        row.push_back(percent(made / all));
      }
      variant.sum += made / all;
      variant.kept_sum += (made - static_cast<double>(counts.blank + counts.idle)) / all;
      if (variant.rules.skeleton && !variant.rules.scarcest) {
        seconds += cpu_now() - start;
        teams += static_cast<double>(counts.found);
      }
    }
    rows.push_back(row);
  }
  std::vector<std::string> mean{"mean", "", "", "", ""};
  std::vector<std::string> kept{"kept", "", "", "", ""};
  std::vector<std::string> head{"nodes", "Lambda", "hosts of switches", "full teams"};
  for (const Variant& variant : variants) {
    head.emplace_back(variant.name);
    if (&variant == &variants.front()) continue;
    mean.push_back(percent(variant.sum / kTraffics));
    kept.push_back(percent(variant.kept_sum / kTraffics));
  }
  rows.push_back(mean);
  rows.push_back(kept);
  print_table(
      "categories made until all full teams are found, of those without any left out (the paper: 12.48 % "
      "with the skeleton first); kept: those made and not dropped",
      head, rows);
  fmt::print("skeleton first: {:.0f} full teams in {:.3f} s of CPU, {:.2f} million a second\n", teams,
             seconds, teams / seconds / 1e6);
}

struct Outcome {
  StepSchedule schedule;  ///< none: 0 steps
  std::string note = {};  ///< of a search that found none
};
struct Method {
  std::string name;
  std::function<Outcome(const TransferSet&)> run;
};

Outcome by_paper(const TransferSet& traffic, double seconds, bool scarcest) {
  FissionRules rules;
  rules.scarcest = scarcest;
  PaperSearchResult result = paper_search(traffic, {seconds, 0}, rules);
  return {std::move(result.schedule), fmt::format("{} steps deep, {} teams, {} categories", result.most_steps,
                                                  result.fission.found, result.fission.categories)};
}

/// Says when a search's time is over.
std::function<bool()> over_after(double seconds) {
  return [end = cpu_now() + seconds] { return cpu_now() >= end; };
}

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
constexpr unsigned kMostConflicts = 1000000000;

Outcome by_tabu(const TransferSet& traffic, double seconds) {
  return {tabu_steps(traffic, traffic.duration(), kNoLimit, 1, over_after(seconds))};
}

Outcome by_ejection(const TransferSet& traffic, double seconds) {
  const TransferClasses classes(traffic);
  const StepSearch search(classes, 1);
  return {
      search.find(traffic.duration(), {kNoLimit, kNoLimit}, 0, over_after(seconds)).value_or(StepSchedule{})};
}

Outcome by_cadical(const TransferSet& traffic, double seconds) {
  SatSteps sat = sat_steps(traffic, traffic.duration(), kMostConflicts, over_after(seconds));
  if (sat.verdict != SatSteps::Verdict::Found) return {};
  return {without_empty_steps(std::move(sat.step_of))};
}

Outcome by_solver(const TransferSet& traffic, double seconds) {
  SolverLimits limits;
  limits.cpu_seconds = seconds;
  limits.rounds = 0;
  return {solve_liquid(traffic, limits).schedule};
}

TransferSet in_random_order(const TransferSet& traffic, std::uint64_t seed) {
  std::vector<unsigned> order(traffic.size());
  for (unsigned t = 0; t < traffic.size(); ++t) order[t] = t;
  RandomStream random(seed, StreamPurpose::RankOrder, 0);
  for (unsigned left = traffic.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.below(left)]);
  }
  TransferSet shuffled;
  for (unsigned link = 0; link < traffic.links(); ++link) shuffled.add_link(traffic.link_name(link));
  for (const unsigned t : order) {
    const LinkPath path = traffic.path(t);
    shuffled.add(traffic[t], std::vector<unsigned>(path.begin(), path.end()));
  }
  return shuffled;
}

/// Which traffics resist the paper's search whatever the order of their transfers, which it leaves open.
void print_resisting(const TestBed& bed, double seconds) {
  constexpr unsigned kOrders = 5;
  std::vector<std::vector<unsigned>> open(bed.traffics.size(), std::vector<unsigned>(2));
  Rows orders;
  for (unsigned seed = 1; seed <= kOrders; ++seed) {
    std::vector<std::string> row{std::to_string(seed)};
    for (const bool scarcest : {false, true}) {
      unsigned all = 0;
      for (std::size_t n = 0; n < bed.traffics.size(); ++n) {
        if (by_paper(in_random_order(bed.traffics[n], seed), seconds, scarcest).schedule.steps != 0) continue;
        ++open[n][scarcest ? 1 : 0];
        ++all;
      }
      row.push_back(std::to_string(all));
    }
    orders.push_back(std::move(row));
  }
  print_table(
      fmt::format("the paper's search, transfers in random orders: traffics without a schedule after {} s",
                  seconds),
      {"order", "first transfer", "scarcest bottleneck"}, orders);
  Rows rows;
  for (std::size_t n = 0; n < bed.traffics.size(); ++n) {
    if (open[n][0] + open[n][1] < 2) continue;
    std::vector<std::string> row = bed.name(n);
    for (const unsigned count : open[n]) row.push_back(std::to_string(count));
    rows.push_back(std::move(row));
  }
  print_table(fmt::format("those that resist more than once: in how many of the {} orders", kOrders),
              {"nodes", "Lambda", "hosts of switches", "first transfer", "scarcest bottleneck"}, rows);
}

std::vector<Method> methods_with(double seconds) {
  return {{"the paper's, first transfer", [=](const auto& t) { return by_paper(t, seconds, false); }},
          {"the paper's, scarcest bottleneck", [=](const auto& t) { return by_paper(t, seconds, true); }},
          {"round robin", [](const auto& t) { return Outcome{round_robin_steps(t)}; }},
          {"random order", [](const auto& t) { return Outcome{random_order_steps(t, 1)}; }},
          {"busiest first", [](const auto& t) { return Outcome{busiest_first_steps(t)}; }},
          {"DSATUR", [](const auto& t) { return Outcome{dsatur_steps(t)}; }},
          {"tabu search", [=](const auto& t) { return by_tabu(t, seconds); }},
          {"ejection", [=](const auto& t) { return by_ejection(t, seconds); }},
          {"ejection and CaDiCaL", [=](const auto& t) { return by_solver(t, seconds); }},
          {"CaDiCaL", [=](const auto& t) { return by_cadical(t, seconds); }}};
}

/// What a method made of the test-bed.
struct Score {
  std::vector<double> times = {};  ///< of traffics with their liquid schedule: CPU time [s]
  double total = 0;                ///< CPU time of all [s]
  double longer = 0;               ///< steps beyond Lambda, of Lambda, summed up
  unsigned schedules = 0;
  unsigned most_more = 0;  ///< steps beyond Lambda

  void add(const TransferSet& traffic, const StepSchedule& schedule, double time) {
    total += time;
    if (schedule.steps == 0) return;
    const std::string fault = step_fault(traffic, schedule);
    if (!fault.empty()) throw RunError("no schedule: " + fault);
    const unsigned more = schedule.steps - traffic.duration();
    ++schedules;
    longer += static_cast<double>(more) / traffic.duration();
    most_more = std::max(most_more, more);
    if (more == 0) times.push_back(time);
  }
  [[nodiscard]] std::vector<std::string> row(const std::string& name,
                                             const std::vector<double>& limits) const {
    std::vector<std::string> cells{name};
    for (const double limit : limits) {
      const auto within = [&](double time) { return time <= limit; };
      cells.push_back(std::to_string(std::count_if(times.begin(), times.end(), within)));
    }
    cells.push_back(percent(longer / std::max(schedules, 1U)));
    cells.push_back(std::to_string(most_more));
    cells.push_back(fmt::format("{:.2f}", total));
    return cells;
  }
};

/// How many traffics of the test-bed have their liquid schedule after how much CPU time.
void print_solved(const TestBed& bed, double seconds) {
  std::vector<double> limits;
  for (const double limit : {0.0001, 0.001, 0.01, 0.1, 1.0, 10.0, 60.0}) {
    if (limit <= seconds) limits.push_back(limit);
  }
  Rows rows;
  Rows unsolved;
  for (const Method& method : methods_with(seconds)) {
    Score score;
    for (std::size_t n = 0; n < bed.traffics.size(); ++n) {
      const double start = cpu_now();
      const Outcome outcome = method.run(bed.traffics[n]);
      score.add(bed.traffics[n], outcome.schedule, cpu_now() - start);
      if (outcome.schedule.steps != 0) continue;
      std::vector<std::string> row = bed.name(n);
      row.insert(row.begin(), method.name);
      row.push_back(outcome.note);
      unsolved.push_back(std::move(row));
    }
    rows.push_back(score.row(method.name, limits));
    fmt::print(stderr, "done: {}\n", fmt::join(rows.back(), "  "));
  }
  std::vector<std::string> head{"method"};
  for (const double limit : limits) head.push_back(fmt::format("{} s", limit));
  for (const char* name : {"steps more, mean", "most", "CPU time [s]"}) head.emplace_back(name);
  print_table(
      fmt::format(
          "traffics of {} with their liquid schedule by CPU time (the paper: more than 97 % in 0.1 s, "
          "8 unsolved in 24 hours)",
          bed.traffics.size()),
      head, rows);
  print_table(fmt::format("without a schedule after {} s", seconds),
              {"method", "nodes", "Lambda", "hosts of switches", "searched"}, unsolved);
}

}  // namespace

void bench_liquid_paper(double seconds) {
  const TestBed bed;
  print_search_space(bed);
  print_resisting(bed, std::min(seconds, 1.0));
  print_solved(bed, seconds);
}

}  // namespace xb
