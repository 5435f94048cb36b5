// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/liquid/allocations.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/liquid_solver.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/step_check.h"
#include "host/network/fixed_routes.h"
#include "host/network/topology.h"
#include "host/network/topology_registry.h"

namespace xb {
namespace {

/// A network's tables, made once.
struct Tables {
  explicit Tables(const std::string& name)
      : topology(make_topology(name)), wiring(topology), routes(fixed_routes_of(topology, wiring)) {}
  [[nodiscard]] TransferSet exchange(const std::vector<unsigned>& hosts) const {
    return transfers_over(topology, wiring, routes, complete_exchange_of(hosts));
  }

  Topology topology;
  Wiring wiring;
  Routes routes;
};

/// What is wrong with an answer, or empty.
std::string answer_fault(const TransferSet& transfers, const LiquidAnswer& answer) {
  std::string fault = step_fault(transfers, answer.schedule);
  if (fault.empty() && answer.lower_bound > transfers.duration()) {
    fault = proof_fault(transfers, answer.lower_bound - 1, answer.proof);
  }
  return fault;
}

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
    const Tables tables(name);
    std::vector<unsigned> hosts(tables.wiring.hosts());
    std::iota(hosts.begin(), hosts.end(), 0U);
    const TransferSet transfers = tables.exchange(hosts);
    table.add(name, tables.wiring.hosts(), cpu_now() - start, transfers);
  }
  return table.print();
}

bool bench_liquid_allocations() {
  const Tables tables("k-ring");
  unsigned verdicts[3] = {};
  unsigned faults = 0;
  std::uint64_t allocations = 0;
  std::uint64_t transfers_in_all = 0;
  double solver_seconds = 0;
  double longest = 0;
  std::set<std::pair<unsigned, unsigned>> kinds;
  std::vector<std::string> unsettled;
  const double start = cpu_now();
  const Allocations all(tables.topology, tables.wiring, tables.routes);
  Allocation used = all.empty();
  do {
    ++allocations;
    const std::vector<unsigned> hosts = hosts_of(tables.wiring, used);
    const TransferSet transfers = tables.exchange(hosts);
    const LiquidAnswer answer = solve_liquid(transfers, {});
    std::string fault = answer_fault(transfers, answer);
    // Worked out by pairs of switches, too.
    if (fault.empty() && all.duration(used) != transfers.duration()) fault = "another Lambda";
    if (!fault.empty() && faults++ == 0) fmt::print("{}: {}\n", fmt::join(used, " "), fault);
    ++verdicts[static_cast<unsigned>(answer.verdict)];
    if (answer.verdict != LiquidVerdict::Liquid) {
      unsettled.push_back(fmt::format("{}: {}, {} steps, at least {}", fmt::join(used, " "),
                                      verdict_name(answer.verdict), answer.schedule.steps,
                                      answer.lower_bound));
    }
    kinds.insert({static_cast<unsigned>(hosts.size()), transfers.duration()});
    transfers_in_all += transfers.size();
    solver_seconds += answer.cpu_seconds;
    longest = std::max(longest, answer.cpu_seconds);
  } while (all.next(used));
  const double seconds = cpu_now() - start;
  fmt::print(
      "\nSwiss-T1 (k-ring), 0..4 hosts of each of 8 switches: {} allocations, {} transfers, {} different\n"
      "(hosts, Lambda)\n"
      "liquid {}, none {}, open {}; schedules or proofs that the check refuses: {}\n"
      "CPU time {:.1f} s: solver {:.1f} s, the longest {:.3f} s; {:.0f} schedules a second\n",
      allocations, transfers_in_all, kinds.size(), verdicts[0], verdicts[1], verdicts[2], faults, seconds,
      solver_seconds, longest, static_cast<double>(allocations) / seconds);
  for (const std::string& line : unsettled) fmt::print("{}\n", line);
  return faults == 0 && seconds < 600;
}

}  // namespace xb
