// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/liquid_network.h"
#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/base/random.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/liquid_solver.h"
#include "host/network/topology_registry.h"
#include "host/step_methods/step_methods.h"
#include "testbenches/engines/paths.h"

namespace xb {
namespace {

class ScaleTable {
 public:
  void add(const std::string& name, unsigned hosts, double make_seconds, const TransferSet& transfers) {
    const LiquidAnswer answer = solve_liquid(transfers, {});
    const double start = cpu_now();
    const std::string fault = answer_fault(transfers, answer);
    const double check_seconds = cpu_now() - start;
    good_ = good_ && fault.empty();
    rows_.push_back({name, fmt::format("{}", hosts), fmt::format("{}", transfers.size()),
                     fmt::format("{}", transfers.links()), fmt::format("{}", transfers.duration()),
                     fmt::format("{}", transfers.bottlenecks().size()),
                     fmt::format("{}", answer.schedule.steps), verdict_name(answer.verdict),
                     fmt::format("{:.3f}", make_seconds), fmt::format("{:.3f}", answer.cpu_seconds),
                     fmt::format("{:.3f}", check_seconds), fault});
  }
  /// Prints all; says whether all are right.
  [[nodiscard]] bool print() const {
    print_table("liquid schedules of complete exchanges; CPU time",
                {"network", "hosts", "transfers", "links", "Lambda", "bottlenecks", "steps", "verdict",
                 "transfers [s]", "solver [s]", "check [s]", ""},
                rows_);
    return good_;
  }

 private:
  Rows rows_;
  bool good_ = true;
};

/// Hosts of each switch, a digit each: its first ones.
std::vector<unsigned> hosts_of(const Wiring& wiring, const std::string& allocation) {
  std::vector<unsigned> hosts;
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    for (unsigned n = 0; n < static_cast<unsigned>(allocation[at] - '0'); ++n)
      hosts.push_back(wiring.first_host(at) + n);
  }
  return hosts;
}

/// The paper's test-bed: a traffic for each liquid throughput of Swiss-T1 with each number of nodes, sorted
/// as it is there; the empty one left out.
struct TestBed {
  struct Kind {
    std::string hosts, duration, count, first;
  };
  TestBed() {
    const LiquidNetwork network(make_topology("k-ring"));
    std::ifstream table(source_dir() / "tests/host/liquid/swiss_t1.csv");
    std::string line;
    for (int heading = 0; heading < 2; ++heading) std::getline(table, line);
    while (std::getline(table, line)) {
      std::istringstream fields(line);
      Kind kind;
      for (std::string* field : {&kind.hosts, &kind.duration, &kind.count, &kind.first})
        std::getline(fields, *field, ',');
      traffics.push_back(network.exchange(hosts_of(network.wiring, kind.first)));
      kinds.push_back(std::move(kind));
    }
  }
  std::vector<Kind> kinds;
  std::vector<TransferSet> traffics;
};

TransferSet in_random_order(const TransferSet& traffic, std::uint64_t seed) {
  TransferSet shuffled;
  for (unsigned link = 0; link < traffic.links(); ++link) shuffled.add_link(traffic.link_name(link));
  for (const unsigned t : RandomStream(seed, StreamPurpose::RankOrder, 0).permutation(traffic.size())) {
    const LinkPath path = traffic.path(t);
    shuffled.add(traffic[t], std::vector<unsigned>(path.begin(), path.end()));
  }
  return shuffled;
}

}  // namespace

bool bench_liquid_scale() {
  ScaleTable table;
  std::istringstream names(
      "k-ring(1) k-ring k-ring(8) k-ring(16) k-ring(32) k-ring(56) torus(4,2,4) torus(4,4,4) torus(8,4,4) "
      "torus(8,8,4) torus(8,8,16) fat-tree(4) fat-tree(6) fat-tree(8) fat-tree(10) fat-tree(12) fat-tree(16) "
      "hierarchy(4,8) hierarchy(16,16) hierarchy(16,16,16) hierarchy(32,32) hierarchy(32,32,40) "
      "irregular(8,32,1) irregular(8,64,1) irregular(10,128,1) irregular(20,256,1) irregular(20,256,2) "
      "irregular(40,512,1) irregular(64,1024,1) irregular(64,1024,2)");
  for (std::string name; names >> name;) {
    const double start = cpu_now();
    const LiquidNetwork network(make_topology(name));
    const TransferSet transfers = network.exchange_of_all();
    table.add(name, network.wiring.hosts(), cpu_now() - start, transfers);
  }
  return table.print();
}

bool bench_liquid_allocations() {
  const LiquidNetwork network(make_topology("k-ring"));
  unsigned verdicts[3] = {};
  unsigned faults = 0;
  std::uint64_t allocations = 0;
  std::uint64_t transfers_in_all = 0;
  double solver_seconds = 0;
  double longest = 0;
  std::set<std::pair<unsigned, unsigned>> kinds;
  std::vector<std::string> unsettled;
  const double start = cpu_now();
  std::string used(network.wiring.switches(), '0');
  for (std::size_t at = 0; at < used.size(); ++allocations) {
    const std::vector<unsigned> hosts = hosts_of(network.wiring, used);
    const TransferSet transfers = network.exchange(hosts);
    const LiquidAnswer answer = solve_liquid(transfers, {});
    const std::string fault = answer_fault(transfers, answer);
    if (!fault.empty() && faults++ == 0) fmt::print("{}: {}\n", used, fault);
    ++verdicts[static_cast<unsigned>(answer.verdict)];
    if (answer.verdict != LiquidVerdict::Liquid) {
      unsettled.push_back(fmt::format("{}: {}, {} steps, at least {}", used, verdict_name(answer.verdict),
                                      answer.schedule.steps, answer.lower_bound));
    }
    kinds.insert({static_cast<unsigned>(hosts.size()), transfers.duration()});
    transfers_in_all += transfers.size();
    solver_seconds += answer.cpu_seconds;
    longest = std::max(longest, answer.cpu_seconds);
    for (at = 0; at < used.size() && used[at] == '4'; ++at) used[at] = '0';
    if (at < used.size()) ++used[at];
  }
  const double seconds = cpu_now() - start;
  fmt::print(
      "\nSwiss-T1 (k-ring), 0..4 hosts of each of 8 switches: {} allocations, {} transfers, {} different\n"
      "(hosts, Lambda)\n"
      "liquid {}, none {}, open {}; schedules or proofs that the check refuses: {}\n"
      "CPU time {:.1f} s: solver {:.1f} s, the longest {:.3f} s; {:.0f} schedules a second\n",
      allocations, transfers_in_all, kinds.size(), verdicts[0], verdicts[1], verdicts[2], faults, seconds,
      solver_seconds, longest, static_cast<double>(allocations) / seconds);
  for (const std::string& line : unsettled) fmt::print("{}\n", line);
  return faults == 0 && kinds.size() == TestBed().kinds.size() + 1 && seconds < 600;
}

void bench_liquid_orders(double seconds) {
  const TestBed bed;
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
    const TestBed::Kind& kind = bed.kinds[n];
    rows.push_back(
        {kind.hosts, kind.duration, kind.first, std::to_string(open[n][0]), std::to_string(open[n][1])});
  }
  print_table(fmt::format("those that resist more than once: in how many of the {} orders", kOrders),
              {"nodes", "Lambda", "hosts of switches", "first transfer", "scarcest bottleneck"}, rows);
}

}  // namespace xb
