// SPDX-License-Identifier: Apache-2.0
#pragma once
// The record of a network as one would count it first: the wires of every switch in every cycle of a
// naive::Fabric, added up as docs/measures.md says. The oracle for host/run's network_result.cpp and for what
// host/measure and host/fabric count for it, of which it uses the intervals' BatchMeans alone.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "host/config/resolved_network.h"
#include "host/measure/batch_means.h"
#include "host/run/run_result.h"
#include "host/switches/switch_registry.h"
#include "tests/testbenches/fabric/naive_fabric.h"

namespace xb::naive {

constexpr std::uint64_t kStretch = 64;     // cycles, of the series behind the intervals
constexpr std::uint64_t kTreeLook = 1021;  // cycles between looks at who waits

/// Values with their weights.
struct Samples {
  std::map<std::uint64_t, std::uint64_t> weight;

  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const auto& [value, times] : weight) sum += times;
    return sum;
  }
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const auto& [value, times] : weight) sum += static_cast<double>(value * times);
    return weight.empty() ? 0 : sum / static_cast<double>(count());
  }
  /// The smallest value that at least so many of a thousand do not exceed.
  [[nodiscard]] std::uint64_t permille(std::uint64_t share) const {
    std::uint64_t seen = 0;
    const std::uint64_t all = count();
    for (const auto& [value, times] : weight) {
      seen += times;
      if (seen * 1000 >= all * share) return value;
    }
    return 0;
  }
  /// Entries as latency.distribution has them: by themselves below 64, then 32 from a power of two to the
  /// next, named by the greatest value that belongs there, and the last by the maximum.
  [[nodiscard]] HistogramBins entries() const {
    std::map<std::uint64_t, std::uint64_t> bins;
    for (const auto& [value, times] : weight) {
      std::uint64_t power = 64;
      while (power * 2 <= value) power *= 2;
      bins[value < 64 ? value : value / (power / 32) * (power / 32) + power / 32 - 1] += times;
    }
    HistogramBins list(bins.begin(), bins.end());
    if (!list.empty()) list.back().first = weight.rbegin()->first;
    return list;
  }
  [[nodiscard]] Distribution distribution(std::optional<double> ci95, bool with_entries = false) const {
    return {{mean(), ci95}, permille(500),  permille(990),
            permille(999),  permille(1000), with_entries ? entries() : HistogramBins{}};
  }
};

/// Sums over stretches of 64 cycles, and what they are divided by.
struct Series {
  std::vector<double> sums, weights;

  void add(std::uint64_t at, double sum, double weight = 0) {
    const std::size_t stretch = at / kStretch;
    if (sums.size() <= stretch) sums.resize(stretch + 1), weights.resize(stretch + 1);
    sums[stretch] += sum;
    weights[stretch] += weight;
  }
  /// Of the whole stretches before a cycle of the window; `weight`: of each, where none were added.
  [[nodiscard]] BatchMeans means(std::uint64_t cycles, double weight = 0) const {
    BatchMeans batches;
    for (std::size_t n = 0; n < cycles / kStretch; ++n) {
      const bool some = n < sums.size();
      batches.add(some ? sums[n] : 0, weight > 0 ? weight : some ? weights[n] : 0);
    }
    return batches;
  }
};

/// A measure that is a count, and its series.
struct Count {
  std::uint64_t all = 0;
  Series series;
  void add(std::uint64_t at, std::uint64_t n) {
    all += n;
    series.add(at, static_cast<double>(n));
  }
};

/// Counts a network from its first cycle on; the window is cycles `begin` .. `end` - 1.
class Record {
 public:
  Record(const ResolvedNetwork& setup, Fabric& fabric, std::uint64_t begin, std::uint64_t end)
      : setup_(setup), fabric_(fabric), begin_(begin), end_(end), trips_(fabric.packets().size()) {
    for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
      const unsigned ports = setup.switches[s].config.ports;
      at_.emplace_back();
      at_[s].out.resize(ports);
      at_[s].from_host.resize(ports);
      at_[s].queues.resize(setup.switches[s].queues);
      at_[s].passes.resize(fabric.packets().size());
      for (auto* matrix : {&at_[s].blame, &at_[s].victims, &at_[s].pool_blame})
        matrix->resize(std::size_t{ports} * ports);
    }
  }

  /// To the end of the window, and then until all that was sent has come, in steps to the next multiple
  /// of 64.
  void run() {
    run_to(end_);
    fabric_.stop();
    while (fabric_.under_way() != 0) {
      do step();
      while (fabric_.now % kStretch != 0);
    }
    cycles_ = fabric_.now;
    step();  // in which the switches show the flags of the cycle before
  }

  /// To a cycle of the window.
  void run_to(std::uint64_t cycle) {
    while (fabric_.now < cycle) step();
  }

  /// Throughput and queueing are known so well after so many cycles of the window.
  [[nodiscard]] bool known_within(double share, std::uint64_t cycles) const {
    return throughput(cycles).within(share) && queueing_series_.means(cycles).within(share, slowest(cycles));
  }

  [[nodiscard]] RunResult result() const {
    const std::uint64_t cycles = end_ - begin_;
    const double beats = capacity() * static_cast<double>(cycles);
    RunResult r;
    r.cycles = cycles_;
    r.measured_cycles = cycles;
    r.warmup_cycles = begin_;
    std::uint64_t offered_beats = 0;
    for (const Packet& packet : fabric_.packets()) {
      if (packet.at < begin_ || packet.at >= end_) continue;
      offered_beats += packet.beats;
      ++r.offered_packets;
    }
    r.offered_load = static_cast<double>(offered_beats) / beats;
    r.throughput = {static_cast<double>(delivered_beats_) / beats, throughput(cycles).ci95()};
    r.delivered_packets = latency_.count();
    const bool entries = setup_.switches.front().config.distribution == WholeDistribution::Latency;
    const double slow = slowest(cycles);
    r.latency = latency_.distribution(latency_series_.means(cycles).ci95(slow), entries);
    r.queueing = queueing_.distribution(queueing_series_.means(cycles).ci95(slow));
    NetworkResult n = links();
    n.packet_hops = hops_;
    n.overtaken_packets = overtaken_;
    n.blocking = trees({});
    double ports = 0;
    for (unsigned s = 0; s < at_.size(); ++s) {
      const RunConfig& config = setup_.switches[s].config;
      const RunResult part = of_switch(s);
      ports += config.ports;
      r.occupancy_beats.mean += part.occupancy_beats.mean;
      r.occupancy_packets.mean += part.occupancy_packets.mean;
      n.switches.push_back({setup_.topology.switches[s].name, word(config.engine), config.ports, part});
    }
    using Flag = Count At::*;
    const auto share = [&](Flag flag) {
      std::uint64_t sum = 0;
      for (const At& at : at_) sum += (at.*flag).all;
      return Estimate{static_cast<double>(sum) / ports / static_cast<double>(cycles), {}};
    };
    r.blocked = share(&At::blocked);
    r.backpressure = share(&At::backpressure);
    r.hol = share(&At::hol);
    r.pool = share(&At::pool);
    r.idle_with_work = share(&At::idle_with_work);
    r.network = n;
    return r;
  }

 private:
  /// A packet on its way through one switch.
  struct Pass {
    unsigned input = 0;
    std::uint64_t first_in = 0, first_out = 0;
  };
  struct Moved {
    std::uint64_t beats = 0, packets = 0;  // packets: whole
  };
  struct At {
    std::vector<Moved> out, from_host;  // by port
    std::vector<Samples> queues;
    std::vector<Pass> passes;  // by packet
    std::vector<std::uint64_t> blame, victims, pool_blame;
    Samples latency, queueing, beats, packets;
    Series latency_series, queueing_series;
    Count occupied_beats, occupied_packets, delivered, blocked, backpressure, hol, pool, idle_with_work;
  };
  struct Trip {
    std::uint64_t first_in = 0, zero_load = 0;
    unsigned switches = 0;
  };
  using Output = std::pair<unsigned, unsigned>;  // switch and port
  using Path = std::vector<Output>;

  [[nodiscard]] bool open() const { return now_ >= begin_ && now_ < end_; }

  void step() {
    now_ = fabric_.now;
    fabric_.step();
    for (unsigned s = 0; s < at_.size(); ++s) {
      count_beats(s);
      count_flags(s);
      if (open()) count_occupancy(s);
    }
    if (fabric_.now > begin_ && fabric_.now < end_ && fabric_.now % kTreeLook == 0) look_at_waits();
  }

  void count_beats(unsigned s) {
    const SwitchInputs& in = fabric_.driven(s);
    const SwitchOutputs& out = fabric_.shown(s);
    const std::uint64_t at = now_ - begin_;
    for (unsigned port = 0; port < setup_.wiring.ports(s); ++port) {
      const PortEnd& end = setup_.wiring.end(s, port);
      if ((in.s_tvalid & out.s_tready & bit(port)) != 0) {
        const auto id = static_cast<unsigned>(in.s_tdata[port]);
        if ((in.s_tuser & bit(port)) != 0) {
          at_[s].passes[id] = {port, now_, 0};
          if (end.host) trips_[id].first_in = now_;
        }
        if (open()) ++at_[s].from_host[port].beats;
        if (open() && (in.s_tlast & bit(port)) != 0) ++at_[s].from_host[port].packets;
      }
      if ((out.m_tvalid & in.m_tready & bit(port)) == 0) continue;
      const auto id = static_cast<unsigned>(out.m_tdata[port]);
      if ((out.m_tuser & bit(port)) != 0) begins_to_leave(s, port, id);
      if (open()) {
        ++at_[s].out[port].beats;
        at_[s].delivered.add(at, 1);
        if (end.host) ++delivered_beats_;
      }
      if ((out.m_tlast & bit(port)) == 0) continue;
      if (end.host) note_order(id);
      if (!open()) continue;
      ++at_[s].out[port].packets;
      const Pass& pass = at_[s].passes[id];
      add(at_[s].latency, at_[s].latency_series, now_ - pass.first_in);
      add(at_[s].queueing, at_[s].queueing_series, pass.first_out - pass.first_in - lone(s, port, id));
      if (!end.host) continue;
      const Trip& trip = trips_[id];
      const std::uint64_t queued = pass.first_out - trip.first_in;
      add(latency_, latency_series_, now_ - trip.first_in);
      add(queueing_, queueing_series_, queued > trip.zero_load ? queued - trip.zero_load : 0);
      throughput_series_.add(at, fabric_.packets()[id].beats);
      hops_ += trip.switches;
    }
  }

  void begins_to_leave(unsigned s, unsigned port, unsigned id) {
    at_[s].passes[id].first_out = now_;
    const PortEnd& end = setup_.wiring.end(s, port);
    Trip& trip = trips_[id];
    ++trip.switches;
    trip.zero_load += lone(s, port, id);
    if (end.host) return;
    // A cable slower than its switches has a register at least.
    const CableSpeed& cable = setup_.topology.cables[end.cable].speed;
    trip.zero_load += cable.latency_cycles == 0 && cable.period_cycles > 1 ? 1 : cable.latency_cycles;
  }

  /// First beat in to first beat out of a packet that meets nobody.
  [[nodiscard]] std::uint64_t lone(unsigned s, unsigned port, unsigned id) const {
    const Setup& setup = setup_.switches[s];
    const Pass& pass = at_[s].passes[id];
    return setup.entry->zero_load_cycles({setup.config.ports, pass.input, port, pass.first_in,
                                          fabric_.packets()[id].beats, setup.config.store_forward(),
                                          setup.config.route_delay, setup.config.speedup});
  }

  void add(Samples& samples, Series& series, std::uint64_t cycles) const {
    ++samples.weight[cycles];
    series.add(now_ - begin_, static_cast<double>(cycles), 1);
  }

  /// Packets of a flow come in the order in which they were sent, or wait for those before them.
  void note_order(unsigned id) {
    const Packet& packet = fabric_.packets()[id];
    auto& [sent, due, early] = flows_[{packet.source, packet.destination}];
    if (sent.empty()) {
      for (unsigned n = 0; n < fabric_.packets().size(); ++n) {
        const Packet& other = fabric_.packets()[n];
        if (other.source == packet.source && other.destination == packet.destination) sent.push_back(n);
      }
    }
    if (sent[due] != id && open()) ++overtaken_;
    early.insert(id);
    while (due < sent.size() && early.count(sent[due]) != 0) ++due;
  }

  /// Flags tell of the cycle before the one that shows them.
  void count_flags(unsigned s) {
    if (now_ <= begin_ || now_ > end_) return;
    const SwitchOutputs& out = fabric_.shown(s);
    At& at = at_[s];
    const unsigned ports = setup_.switches[s].config.ports;
    const std::uint64_t when = now_ - begin_;
    at.blocked.add(when, port_count(out.blocked));
    at.backpressure.add(when, port_count(out.blocked_backpressure));
    at.hol.add(when, port_count(out.hol));
    at.pool.add(when, port_count(out.pool));
    at.idle_with_work.add(when, port_count(out.idle_with_work));
    for (unsigned i = 0; i < ports; ++i) {
      const std::size_t row = std::size_t{i} * ports;
      if ((out.pool >> i & 1U) != 0) ++at.pool_blame[row + out.pool_by[i]];
      if ((out.hol >> i & 1U) == 0) continue;
      ++at.blame[row + out.blocked_by[i]];
      for (unsigned j = 0; j < ports; ++j) at.victims[row + j] += out.hol_victims[i] >> j & 1U;
    }
  }

  void count_occupancy(unsigned s) {
    const SwitchOutputs& out = fabric_.shown(s);
    std::uint64_t beats = 0, packets = 0;
    for (unsigned q = 0; q < at_[s].queues.size(); ++q) {
      ++at_[s].queues[q].weight[out.occ_beats[q]];
      beats += out.occ_beats[q];
      packets += out.occ_packets[q];
    }
    ++at_[s].beats.weight[beats];
    ++at_[s].packets.weight[packets];
    at_[s].occupied_beats.add(now_ - begin_, beats);
    at_[s].occupied_packets.add(now_ - begin_, packets);
  }

  /// The output that a beat at an input waits for, which the switch does not take.
  [[nodiscard]] std::optional<Output> waits_at(unsigned s, unsigned port) const {
    const SwitchOutputs& out = fabric_.shown(s);
    if (!fabric_.is_entering(s, port) || (out.s_tready >> port & 1U) != 0) return {};
    if ((out.blocked >> port & 1U) != 0) return Output{s, out.blocked_by[port]};
    if ((out.pool >> port & 1U) != 0) return Output{s, out.pool_by[port]};
    return Output{s, fabric_.output_at(s, port)};
  }

  void look_at_waits() {
    ++looks_;
    for (unsigned s = 0; s < at_.size(); ++s) {
      for (unsigned port = 0; port < setup_.wiring.hosts(s); ++port) {
        Path path;
        for (auto output = waits_at(s, port); output;) {
          if (std::find(path.begin(), path.end(), *output) != path.end()) break;
          path.insert(path.begin(), *output);
          const auto [there, its_port] = *output;
          const PortEnd& end = setup_.wiring.end(there, its_port);
          const bool stuck =
              (fabric_.shown(there).m_tvalid & ~fabric_.driven(there).m_tready & bit(its_port)) != 0;
          if (end.host || !stuck) break;
          output = waits_at(end.index, end.port);
        }
        if (!path.empty()) ++held_[path][setup_.wiring.first_host(s) + port];
      }
    }
  }

  static bool begins_with(const Path& path, const Path& with) {
    return path.size() >= with.size() && std::equal(with.begin(), with.end(), path.begin());
  }

  [[nodiscard]] std::vector<BlockingTree> trees(const Path& root) const {
    std::set<Output> next;
    for (const auto& [path, hosts] : held_)
      if (begins_with(path, root) && path.size() > root.size()) next.insert(path[root.size()]);
    std::vector<BlockingTree> list;
    for (const Output& output : next) {
      Path here = root;
      here.push_back(output);
      BlockingTree tree;
      tree.output = setup_.topology.switches[output.first].name + " -> " +
                    end_name(setup_.topology, setup_.wiring.end(output.first, output.second));
      std::uint64_t times = 0;
      for (const auto& [path, hosts] : held_) {
        if (!begins_with(path, here)) continue;
        for (const auto& [host, looks] : hosts) {
          times += looks;
          if (path == here) tree.hosts.push_back(host);
        }
      }
      tree.hosts_held = static_cast<double>(times) / static_cast<double>(looks_);
      tree.through = trees(here);
      list.push_back(tree);
    }
    const auto worse = [](const BlockingTree& a, const BlockingTree& b) {
      return a.hosts_held > b.hosts_held + 1e-9;
    };
    std::stable_sort(list.begin(), list.end(), worse);
    return list;
  }

  /// Beats a cycle that the hosts' cables can move.
  [[nodiscard]] double capacity() const {
    double beats = 0;
    for (const auto& s : setup_.topology.switches) beats += double{1} * s.hosts / s.host_cable.period_cycles;
    return beats;
  }
  [[nodiscard]] BatchMeans throughput(std::uint64_t cycles) const {
    return throughput_series_.means(cycles, capacity() * kStretch);
  }
  /// The longest correlation time of the occupancy of any switch.
  [[nodiscard]] double slowest(std::uint64_t cycles) const {
    double longest = 0;
    for (const At& at : at_)
      longest = std::max(longest, at.occupied_beats.series.means(cycles, kStretch).correlation_time());
    return longest;
  }

  [[nodiscard]] RunResult of_switch(unsigned s) const {
    const At& at = at_[s];
    const Setup& setup = setup_.switches[s];
    const std::uint64_t cycles = end_ - begin_;
    const double ports = setup.config.ports;
    const double port_cycles = ports * static_cast<double>(cycles);
    RunResult r;
    r.cycles = cycles_ + 1;
    r.measured_cycles = cycles;
    r.warmup_cycles = begin_;
    std::uint64_t offered_beats = 0;
    for (const Packet& packet : fabric_.packets()) {
      if (setup_.wiring.switch_of(packet.source) != s || packet.at < begin_ || packet.at >= end_) continue;
      offered_beats += packet.beats;
      ++r.offered_packets;
    }
    r.offered_load = static_cast<double>(offered_beats) / port_cycles;
    const auto share = [&](const Count& count) {
      return Estimate{static_cast<double>(count.all) / port_cycles,
                      count.series.means(cycles, ports * kStretch).ci95()};
    };
    r.throughput = share(at.delivered);
    r.delivered_packets = at.latency.count();
    r.loss.ci95 = 0;
    const double own = at.occupied_beats.series.means(cycles, kStretch).correlation_time();
    r.latency = at.latency.distribution(at.latency_series.means(cycles).ci95(own),
                                        setup.config.distribution == WholeDistribution::Latency);
    r.queueing = at.queueing.distribution(at.queueing_series.means(cycles).ci95(own));
    r.occupancy_beats = at.beats.distribution(at.occupied_beats.series.means(cycles, kStretch).ci95());
    r.occupancy_packets = at.packets.distribution(at.occupied_packets.series.means(cycles, kStretch).ci95());
    for (const Samples& queue : at.queues)
      r.per_queue.push_back({queue.mean(), queue.permille(990), queue.permille(1000)});
    r.dropped_per_queue.resize(at.queues.size());
    r.blocked = share(at.blocked);
    r.backpressure = share(at.backpressure);
    r.hol = share(at.hol);
    r.pool = share(at.pool);
    r.idle_with_work = share(at.idle_with_work);
    r.blame = at.blame;
    r.victims = at.victims;
    r.pool_blame = at.pool_blame;
    return r;
  }

  /// Share of the cycles of the window in which a cable may move a beat.
  [[nodiscard]] double busy(std::uint64_t beats, std::uint64_t period) const {
    std::uint64_t most = 0;
    for (std::uint64_t now = begin_; now < end_; ++now) most += now % period == 0 ? 1 : 0;
    return static_cast<double>(beats) / static_cast<double>(most);
  }

  [[nodiscard]] NetworkResult links() const {
    NetworkResult n;
    std::vector<LinkResult> from_hosts, others;
    for (unsigned s = 0; s < at_.size(); ++s) {
      const Topology::Switch& here = setup_.topology.switches[s];
      for (unsigned port = 0; port < setup_.wiring.ports(s); ++port) {
        const PortEnd& end = setup_.wiring.end(s, port);
        const std::string there = end_name(setup_.topology, end);
        const std::uint64_t period =
            (end.host ? here.host_cable : setup_.topology.cables[end.cable].speed).period_cycles;
        const Moved &out = at_[s].out[port], &in = at_[s].from_host[port];
        others.push_back({here.name, there, busy(out.beats, period), out.packets});
        if (!end.host) {
          n.links.push_back(others.back());
          n.link_packets += out.packets;
          continue;
        }
        from_hosts.push_back({there, here.name, busy(in.beats, period), in.packets});
        n.host_links.push_back(from_hosts.back());
        n.host_links.push_back(others.back());
      }
    }
    others.insert(others.end(), from_hosts.begin(), from_hosts.end());
    n.bottleneck = *std::max_element(
        others.begin(), others.end(),
        [](const LinkResult& a, const LinkResult& b) { return a.utilisation < b.utilisation; });
    return n;
  }

  const ResolvedNetwork& setup_;
  Fabric& fabric_;
  std::uint64_t begin_, end_, now_ = 0, cycles_ = 0;
  std::vector<Trip> trips_;  // by packet
  std::vector<At> at_;
  std::uint64_t delivered_beats_ = 0, hops_ = 0, overtaken_ = 0, looks_ = 0;
  Samples latency_, queueing_;
  Series latency_series_, queueing_series_, throughput_series_;
  struct Flow {
    std::vector<unsigned> sent;
    std::size_t due = 0;
    std::set<unsigned> early;
  };
  std::map<std::pair<unsigned, unsigned>, Flow> flows_;
  std::map<Path, std::map<unsigned, std::uint64_t>> held_;  // looks, by path and host
};

}  // namespace xb::naive
