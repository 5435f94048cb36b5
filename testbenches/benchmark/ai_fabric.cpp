// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "testbenches/benchmark/benchmarks.h"

namespace xb {
namespace {

/// A collective that several algorithms do.
struct Collective {
  const char* test;
  const char* title;
  std::string method;
  std::vector<std::string> schedules;
  /// Share of a rank's data that its port moves at least, for the bus bandwidth; null: not known.
  double (*moved)(unsigned ranks);
  unsigned experts = 0;  ///< whose tokens are the blocks; 0: all blocks are alike
};

double all_but_own(unsigned ranks) { return (ranks - 1.0) / ranks; }
double twice_all_but_own(unsigned ranks) { return 2 * all_but_own(ranks); }

std::vector<BenchColumn> columns_of(const BenchPlan& plan, std::vector<BenchColumn> first) {
  for (const BenchColumn& column : {BenchColumn{"jct", "JCT", BenchFormat::Whole},
                                    {"ratio", "JCT ratio", BenchFormat::Decimal},
                                    {"variation", "CV %", BenchFormat::Percent},
                                    {"bus_bandwidth", "bus %", BenchFormat::Percent},
                                    {"flow_p99", "flow p99", BenchFormat::Whole},
                                    {"flow_max", "max", BenchFormat::Whole},
                                    {"latency_p99", "latency p99", BenchFormat::Whole},
                                    {"latency_max", "max", BenchFormat::Whole},
                                    {"queue_p95", "queue p95", BenchFormat::Whole},
                                    {"queue_p99", "p99", BenchFormat::Whole},
                                    {"queue_max", "max", BenchFormat::Whole},
                                    {"loss_per_million", "lost ppm", BenchFormat::Decimal},
                                    {"hol", "HOL %", BenchFormat::Percent},
                                    {"jain", "Jain", BenchFormat::Decimal}})
    first.push_back(column);
  if (plan.config.pauses_hosts()) {
    first.push_back({"pauses", "pauses", BenchFormat::Whole});
    first.push_back({"paused", "paused %", BenchFormat::Percent});
    first.push_back({"victims", "victims %", BenchFormat::Percent});
  }
  return first;
}

/// Its results with the seeds from that of the switch on; nothing while some are missing.
std::vector<TrialResult> with_all_seeds(Trial trial, TrialBook& book) {
  std::vector<TrialResult> results;
  for (unsigned n = 0; n < kCollectiveSeeds; ++n) {
    const TrialResult* const result = book.find(trial);
    if (result != nullptr) results.push_back(*result);
    ++trial.config.seed;
  }
  if (results.size() < kCollectiveSeeds) results.clear();
  return results;
}

/// Means over the seeds.
void add_pauses(nlohmann::ordered_json& row, const std::vector<TrialResult>& results) {
  CollectivePauses sum;
  for (const TrialResult& result : results) {
    const CollectivePauses& pauses = *result.collective->pauses;
    sum.count += pauses.count;
    sum.paused += pauses.paused;
    if (pauses.victims) sum.victims = sum.victims.value_or(0) + *pauses.victims;
  }
  const auto count = static_cast<double>(results.size());
  row["pauses"] = static_cast<double>(sum.count) / count;
  row["paused"] = sum.paused / count;
  row["victims"] = nullptr;
  if (sum.victims) row["victims"] = *sum.victims / count;
}

/// Means over the seeds, the worst of what is a maximum. `moving`: cycles that a port takes for what it has
/// to move at least, for the bus bandwidth; 0: not known.
void add_figures(nlohmann::ordered_json& row, const std::vector<TrialResult>& results, double moving) {
  const auto count = static_cast<double>(results.size());
  double cycles = 0, deviations = 0, roofline = 0, flow = 0, latency = 0, queue95 = 0, queue = 0, hol = 0,
         evenness = 0, links = 0;
  std::uint64_t flow_max = 0, latency_max = 0, queue_max = 0, sent = 0, lost = 0;
  for (const TrialResult& result : results) {
    const CollectiveResult& c = *result.collective;
    cycles += static_cast<double>(c.cycles);
    roofline += static_cast<double>(c.roofline);
    flow += static_cast<double>(c.flow_p99);
    latency += static_cast<double>(c.latency_p99);
    queue95 += static_cast<double>(c.occupancy_p95);
    queue += static_cast<double>(c.occupancy_p99);
    hol += result.hol;
    evenness += c.evenness.value_or(0);
    links += c.evenness ? 1 : 0;
    flow_max = std::max(flow_max, c.flow_max);
    latency_max = std::max(latency_max, c.latency_max);
    queue_max = std::max(queue_max, c.occupancy_max);
    sent += result.sent;
    lost += result.lost;
  }
  cycles /= count;
  for (const TrialResult& result : results) {
    const double away = static_cast<double>(result.collective->cycles) - cycles;
    deviations += away * away;
  }
  row["jct"] = cycles;
  row["ratio"] = cycles * count / roofline;
  row["variation"] = std::sqrt(deviations / (count - 1)) / cycles;  // of a sample
  if (moving > 0) row["bus_bandwidth"] = moving / cycles;
  row["flow_p99"] = flow / count;
  row["flow_max"] = flow_max;
  row["latency_p99"] = latency / count;
  row["latency_max"] = latency_max;
  row["queue_p95"] = queue95 / count;
  row["queue_p99"] = queue / count;
  row["queue_max"] = queue_max;
  row["loss_per_million"] = sent == 0 ? 0.0 : 1e6 * static_cast<double>(lost) / static_cast<double>(sent);
  row["hol"] = hol / count;
  if (links == count) row["jain"] = evenness / count;
  if (results.front().collective->pauses) add_pauses(row, results);
}

/// Cycles in which the slowest of the first `ranks` cables moves them.
double cycles_of(const BenchPlan& plan, std::uint64_t bytes, unsigned ranks) {
  const Setup setup = resolve(plan.collective("shift", 1, plan.ports()).config);
  unsigned slowest = 1;
  for (unsigned rank = 0; rank < ranks; ++rank) slowest = std::max(slowest, beat_cycles(setup, rank));
  return slowest * static_cast<double>(bytes) / static_cast<double>(plan.config.beat_bytes());
}

BenchTables collective_table(const BenchPlan& plan, TrialBook& book, const Collective& collective) {
  BenchTable table{std::string("ai-fabric ") + collective.test, collective.title, collective.method,
                   columns_of(plan, {{"bytes", "bytes", BenchFormat::Whole},
                                     {"schedule", "schedule", BenchFormat::Text}})};
  for (const std::uint64_t bytes : plan.data_bytes) {
    for (const std::string& schedule : collective.schedules) {
      nlohmann::ordered_json row{{"bytes", bytes}, {"schedule", schedule}};
      Trial trial = plan.collective(schedule, bytes, plan.ports());
      if (collective.experts != 0) {
        trial.config.experts = collective.experts;
        trial.config.top_k = plan.collectives.top_k;
        trial.config.gate_skew = plan.collectives.gate_skew;
      }
      const auto results = with_all_seeds(trial, book);
      if (!results.empty()) {
        const double moved = collective.moved == nullptr ? 0 : collective.moved(plan.ports());
        add_figures(row, results, moved * cycles_of(plan, bytes, plan.ports()));
        if (bytes == plan.data_bytes.back())
          table.headlines.emplace_back(
              fmt::format("{} {}, {} bytes, JCT ratio", collective.test, schedule, bytes),
              fmt::format("{:.3f}", row["ratio"].get<double>()));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return {table};
}

/// The hosts of these ranks, as the key `ranks` says it.
std::string hosts_of(const HostList& list, unsigned first, unsigned step, unsigned count) {
  std::vector<unsigned> hosts;
  for (unsigned n = 0; n < count; ++n) hosts.push_back(list[first + n * step]);
  return fmt::format("{}", fmt::join(hosts, ","));
}

/// Of all, in the order of their ranks.
HostList ranks_of(const BenchPlan& plan) {
  return resolve(plan.collective("shift", 1, plan.ports()).config).hosts_taking_part;
}

}  // namespace

BenchTables ai_fabric_all_to_all(const BenchPlan& plan, TrialBook& book) {
  return collective_table(plan, book,
                          {"all-to-all",
                           "AlltoAll",
                           "Every rank has a part of its data for every other one. The liquid schedule knows "
                           "the network's links.",
                           {"shift", "pairwise", "linear", "random-order", "liquid"},
                           all_but_own});
}

BenchTables ai_fabric_experts(const BenchPlan& plan, TrialBook& book) {
  const RunConfig& given = plan.collectives;
  const unsigned experts = given.experts == 0 ? plan.ports() : given.experts;
  return collective_table(
      plan, book,
      {"experts",
       "AlltoAllv of a mixture of experts",
       fmt::format(
           "The gate sends each token, a packet, to {} of {} experts, whose popularity is Zipf's with "
           "exponent {}. The roofline is that of the rank that receives most.",
           given.top_k, experts, given.gate_skew),
       {"shift", "linear", "random-order"},
       nullptr,
       experts});
}

BenchTables ai_fabric_all_reduce(const BenchPlan& plan, TrialBook& book) {
  return collective_table(plan, book,
                          {"all-reduce",
                           "AllReduce",
                           "All ranks need the sum of the data that each of them has.",
                           {"ring-all-reduce", "tree-all-reduce", "halving-all-reduce"},
                           twice_all_but_own});
}

BenchTables ai_fabric_all_gather(const BenchPlan& plan, TrialBook& book) {
  return collective_table(plan, book,
                          {"all-gather",
                           "AllGather",
                           "All ranks need all data; each has its part of them at first.",
                           {"switch-ordered-ring", "simultaneous-broadcast"},
                           all_but_own});
}

BenchTables ai_fabric_reduce_scatter(const BenchPlan& plan, TrialBook& book) {
  return collective_table(plan, book,
                          {"reduce-scatter",
                           "ReduceScatter",
                           "Every rank needs the sum of its part of the data that each of them has.",
                           {"ring-reduce-scatter"},
                           all_but_own});
}

BenchTables ai_fabric_incast(const BenchPlan& plan, TrialBook& book) {
  BenchTable table{
      "ai-fabric incast", "Incast, N to 1", "N ranks send all their data to rank 0 at once.",
      columns_of(plan, {{"bytes", "bytes", BenchFormat::Whole}, {"sources", "N", BenchFormat::Whole}})};
  if (plan.ports() < 3) return not_tested(table, "not tested: fewer than three ranks");
  const HostList list = ranks_of(plan);
  for (const std::uint64_t bytes : plan.data_bytes) {
    for (unsigned sources = 2; sources < plan.ports() && sources <= 64; sources *= 2) {
      nlohmann::ordered_json row{{"bytes", bytes}, {"sources", sources}};
      Trial trial = plan.collective("incast", bytes, 1);
      trial.config.ranks = hosts_of(list, 0, 1, sources + 1);
      const auto results = with_all_seeds(trial, book);
      if (!results.empty()) add_figures(row, results, sources * cycles_of(plan, bytes, 1));
      table.rows.push_back(std::move(row));
    }
  }
  return {table};
}

BenchTables ai_fabric_two_jobs(const BenchPlan& plan, TrialBook& book) {
  BenchTable table{"ai-fabric two-jobs", "Two jobs at once",
                   "AlltoAll among the even ranks and AllReduce in a ring among the odd ones. Interference: "
                   "the time of both at once over that of the longer one alone.",
                   columns_of(plan, {{"bytes", "bytes", BenchFormat::Whole},
                                     {"jobs", "jobs", BenchFormat::Text},
                                     {"interference", "interference", BenchFormat::Decimal}})};
  const unsigned even = (plan.ports() + 1) / 2, odd = plan.ports() / 2;
  if (odd < 2) return not_tested(table, "not tested: fewer than four ranks");
  const HostList list = ranks_of(plan);
  for (const std::uint64_t bytes : plan.data_bytes) {
    // A rank has its data for its own job: of an odd number of ranks those of AllReduce have a block less.
    const Trial both = plan.collective("two-jobs", bytes, even);
    Trial exchange = both, reduce = both;
    exchange.config.schedule = "shift";
    exchange.config.ranks = hosts_of(list, 0, 2, even);
    reduce.config.schedule = "ring-all-reduce";
    reduce.config.ranks = hosts_of(list, 1, 2, odd);
    double longer = 0;
    bool known = true;
    for (const auto& [jobs, trial] : {std::pair<const char*, const Trial*>{"AlltoAll alone", &exchange},
                                      {"AllReduce alone", &reduce},
                                      {"both", &both}}) {
      nlohmann::ordered_json row{{"bytes", bytes}, {"jobs", jobs}};
      const auto results = with_all_seeds(*trial, book);
      known = known && !results.empty();
      if (!results.empty()) add_figures(row, results, 0);
      if (known && trial == &both) row["interference"] = row["jct"].get<double>() / longer;
      if (known) longer = std::max(longer, row["jct"].get<double>());
      table.rows.push_back(std::move(row));
    }
  }
  return {table};
}

}  // namespace xb
