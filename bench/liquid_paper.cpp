// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/liquid/allocations.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/step_check.h"
#include "host/network/topology.h"
#include "host/network/topology_registry.h"
#include "host/step_methods/fission_counts.h"
#include "host/step_methods/step_methods.h"

namespace xb {
namespace {

constexpr std::size_t kTraffics = 31;  // of figure 4
constexpr unsigned kOfSwitch = 4;      // hosts

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
  constexpr double kNoLimit = 1e9;
  constexpr std::size_t kSkeletonFirst = 4;  // of fission_costs()
  Rows rows;
  double teams = 0;
  double seconds = 0;
  std::vector<double> sums, kept_sums;  // of shares
  std::vector<std::string> head{"nodes", "Lambda", "hosts of switches", "full teams"};
  const auto first = static_cast<std::size_t>(
      std::find_if(bed.kinds.begin(), bed.kinds.end(), [](const auto& k) { return k.hosts > kOfSwitch; }) -
      bed.kinds.begin());
  for (std::size_t n = first; n < first + kTraffics; ++n) {
    const auto costs = fission_costs(bed.traffics[n], kNoLimit).value();
    sums.resize(costs.size());
    kept_sums.resize(costs.size());
    const auto all = static_cast<double>(costs.front().counts.categories);
    std::vector<std::string> row = bed.name(n);
    row.push_back(std::to_string(costs.front().counts.found));
    row.push_back(std::to_string(costs.front().counts.categories));
    for (std::size_t variant = 0; variant < costs.size(); ++variant) {
      const FissionCounts& counts = costs[variant].counts;
      if (n == first) head.emplace_back(costs[variant].name);
      if (variant > 0) row.push_back(percent(static_cast<double>(counts.categories) / all));
      sums[variant] += static_cast<double>(counts.categories) / all;
      kept_sums[variant] += static_cast<double>(counts.categories - counts.blank - counts.idle) / all;
    }
    seconds += costs[kSkeletonFirst].cpu_seconds;
    teams += static_cast<double>(costs[kSkeletonFirst].counts.found);
    rows.push_back(row);
  }
  std::vector<std::string> mean{"mean", "", "", "", ""};
  std::vector<std::string> kept{"kept", "", "", "", ""};
  for (std::size_t variant = 1; variant < sums.size(); ++variant) {
    mean.push_back(percent(sums[variant] / kTraffics));
    kept.push_back(percent(kept_sums[variant] / kTraffics));
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
    for (const std::size_t way : {0, 1}) {
      const StepMethod& method = *parse_step_search(way == 0 ? "paper-first" : "paper-scarcest")->method;
      unsigned all = 0;
      for (std::size_t n = 0; n < bed.traffics.size(); ++n) {
        if (method.find(in_random_order(bed.traffics[n], seed), seconds, 1).steps != 0) continue;
        ++open[n][way];
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
  for (const StepMethod& method : step_methods()) {
    Score score;
    for (std::size_t n = 0; n < bed.traffics.size(); ++n) {
      const double start = cpu_now();
      const StepSchedule schedule = method.find(bed.traffics[n], seconds, 1);
      score.add(bed.traffics[n], schedule, cpu_now() - start);
      if (schedule.steps != 0) continue;
      std::vector<std::string> row = bed.name(n);
      row.insert(row.begin(), method.name);
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
              {"method", "nodes", "Lambda", "hosts of switches"}, unsolved);
}

}  // namespace

void bench_liquid_paper(double seconds) {
  const TestBed bed;
  print_search_space(bed);
  print_resisting(bed, std::min(seconds, 1.0));
  print_solved(bed, seconds);
}

}  // namespace xb
