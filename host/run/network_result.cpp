// SPDX-License-Identifier: Apache-2.0
#include "host/run/network_result.h"

#include <numeric>

#include "host/config/setup.h"
#include "host/run/delivery.h"
#include "host/run/idle_links.h"
#include "host/run/switch_result.h"

namespace xb {
namespace {

BlockingTree named(const ResolvedNetwork& setup, const WaitWatch::Node& node) {
  BlockingTree tree{channel_name(setup, node.output), node.hosts_held, node.hosts, {}};
  for (const auto& child : node.through) tree.through.push_back(named(setup, child));
  return tree;
}

/// Shares of all inputs' (or outputs') cycles: each switch counts by its ports.
class PortMean {
 public:
  void add(const Estimate& share, unsigned ports) {
    sum_ += share.mean * ports;
    ports_ += ports;
  }
  [[nodiscard]] unsigned ports() const { return ports_; }
  [[nodiscard]] Estimate mean() const { return {share_of(sum_, ports_), {}}; }

 private:
  double sum_ = 0;
  unsigned ports_ = 0;
};

/// Beats a cycle that the hosts' cables can move, one way.
double host_capacity(const ResolvedNetwork& setup) {
  double beats = 0;
  for (const auto& s : setup.topology.switches)
    beats += static_cast<double>(s.hosts) / static_cast<double>(s.host_cable.period_cycles);
  return beats;
}

/// Share of the cycles in which a cable may move a beat, the multiples of its period.
double busy(std::uint64_t beats, std::uint64_t period, const NetworkWindow& window) {
  const auto multiples = [&](std::uint64_t before) { return (before + period - 1) / period; };
  return share_of(beats, multiples(window.end()) - multiples(window.begin()));
}

/// Of several equally busy ones the bottleneck is the first, and links between switches and to hosts come
/// before those from hosts.
NetworkResult links(const ResolvedNetwork& setup, const Fabric& fabric, const NetworkWindow& window) {
  NetworkResult n;
  const auto look = [&](const LinkResult& link) {
    if (link.utilisation > n.bottleneck.utilisation) n.bottleneck = link;
  };
  std::vector<LinkResult> from_hosts;
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    const Topology::Switch& here = setup.topology.switches[s];
    for (unsigned port = 0; port < setup.wiring.ports(s); ++port) {
      const PortEnd& end = setup.wiring.end(s, port);
      const std::string there = end_name(setup.topology, end);
      const std::uint64_t period =
          end.host ? here.host_cable.period_cycles : fabric.ports(s).links().out_link(port)->period;
      const Sent sent = window.sent(s, port);
      const LinkResult link{here.name, there, busy(sent.beats, period, window), sent.packets};
      look(link);
      if (!end.host) {
        n.links.push_back(link);
        n.link_packets += link.packets;
        continue;
      }
      const Sent from_host = window.from_host(s, port);
      from_hosts.push_back({there, here.name, busy(from_host.beats, period, window), from_host.packets});
      n.host_links.push_back(from_hosts.back());
      n.host_links.push_back(link);
    }
  }
  for (const LinkResult& link : from_hosts) look(link);
  return n;
}

/// Of several switches the one counts that has marked most for an output; of equal ones the first.
void take_marks(std::optional<EcnResult>& most, const std::optional<EcnResult>& marks,
                const std::string& switch_name) {
  if (!marks) return;
  if (most && marks->marked_by_output[marks->output] <= most->marked_by_output[most->output]) return;
  most = marks;
  most->switch_name = switch_name;
}

/// Packets of a class that a switch took from its cables in the window.
std::uint64_t taken_from_cables(const Wiring& wiring, unsigned s, const FlowCounts& counts,
                                unsigned of_class) {
  const auto first = counts.taken_by_source.begin() + of_class * wiring.ports(s);
  return std::accumulate(first + wiring.hosts(s), first + wiring.ports(s), std::uint64_t{0});
}

/// The loss of a switch is a share of all packets that come to it, not of those of its hosts alone.
Estimate loss_of_all(const RunResult& part, const Wiring& wiring, unsigned s, const NetworkWindow& window) {
  std::uint64_t packets = part.offered_packets;
  for (unsigned port = wiring.hosts(s); port < wiring.ports(s); ++port)
    packets += window.sent(wiring.end(s, port).index, wiring.end(s, port).port).packets;
  if (packets == part.offered_packets) return part.loss;
  const auto all = static_cast<double>(packets);
  Estimate loss{static_cast<double>(part.lost_packets) / all, {}};
  if (part.loss.ci95) loss.ci95 = *part.loss.ci95 * static_cast<double>(part.offered_packets) / all;
  return loss;
}

/// Of each switch by itself, and in the sums that are of all.
class ClassesOfAll {
 public:
  ClassesOfAll(const ResolvedNetwork& setup, const Fabric& fabric, const NetworkWindow& window)
      : setup_(setup), fabric_(fabric), window_(window), all_(fabric.class_trips().size()) {}

  std::vector<ClassResult> of_switch(unsigned s) {
    const SwitchRun& run = fabric_.run(s);
    const FlowCounts counts = run.flows().counts();
    std::vector<OfferedOfClass> offered;
    for (unsigned c = 0; c < all_.size(); ++c) {
      offered.push_back(window_.offered_of_class(s, c));
      all_[c].offered.packets += offered[c].packets;
      all_[c].offered.beats += offered[c].beats;
      all_[c].lost += counts.lost_by_class[c];
    }
    std::vector<ClassResult> results = class_results(run, setup_.switches[s], offered, counts);
    for (ClassResult& of : results) {
      const std::uint64_t came =
          of.offered_packets + taken_from_cables(setup_.wiring, s, counts, of.of_class);
      of.loss = share_of(counts.lost_by_class[of.of_class], came);
      if (of.held_by_higher)
        all_[of.of_class].held.add({*of.held_by_higher, {}}, setup_.switches[s].config.ports);
    }
    return results;
  }
  /// From host to host; `beats`: that the hosts' cables can move in the window.
  [[nodiscard]] std::vector<ClassResult> end_to_end(double beats) const {
    const RunConfig& config = setup_.switches.front().config;
    const double time = fabric_.correlation_time();
    std::vector<ClassResult> results;
    for (unsigned c = 0; c < all_.size(); ++c) {
      const Sums& sums = all_[c];
      const TripMeasures& trips = fabric_.class_trips()[c];
      const auto throughput = trips.batches().throughput.ci95();
      ClassResult r;
      r.of_class = c;
      r.offered_load = share_of(sums.offered.beats, beats);
      r.throughput.mean = share_of(trips.beats(), beats);
      if (throughput) r.throughput.ci95 = *throughput * setup_.wiring.hosts() / host_capacity(setup_);
      r.offered_packets = sums.offered.packets;
      r.delivered_packets = trips.packets();
      r.loss = share_of(sums.lost, sums.offered.packets);
      r.latency = latency_distribution(trips.latency(), trips.batches().latency.ci95(time), config);
      r.queueing = distribution(trips.queueing(), trips.batches().queueing.ci95(time));
      if (sums.held.ports() > 0) r.held_by_higher = sums.held.mean().mean;
      results.push_back(std::move(r));
    }
    return results;
  }

 private:
  struct Sums {
    OfferedOfClass offered;
    std::uint64_t lost = 0;
    PortMean held;
  };
  const ResolvedNetwork& setup_;
  const Fabric& fabric_;
  const NetworkWindow& window_;
  std::vector<Sums> all_;
};

}  // namespace

NetworkWindow::Counts NetworkWindow::look(const Fabric& fabric) const {
  Counts c;
  c.now = fabric.now();
  c.offered_beats = fabric.offered_beats();
  c.offered_packets = fabric.offered_packets();
  c.delivered_beats = fabric.delivered_beats();
  c.missing_bytes = {fabric.offered_missing_bytes(), fabric.delivered_missing_bytes()};
  for (unsigned s = 0; s < setup_.wiring.switches(); ++s) {
    c.overtaken += fabric.ports(s).trips().flows().overtaken();
    c.of_class.emplace_back();
    for (unsigned k = 0; k < fabric.class_trips().size(); ++k)
      c.of_class.back().push_back(fabric.ports(s).offered_of_class(k));
    c.sent.emplace_back();
    c.from_host.emplace_back();
    for (unsigned port = 0; port < setup_.wiring.ports(s); ++port)
      c.sent.back().push_back(fabric.ports(s).sent(port));
    for (unsigned port = 0; port < setup_.wiring.hosts(s); ++port)
      c.from_host.back().push_back(fabric.ports(s).from_host(port));
  }
  return c;
}

RunResult network_result(const ResolvedNetwork& setup, const Fabric& fabric, const NetworkWindow& window) {
  const TripMeasures& trips = fabric.trips();
  RunResult r;
  r.cycles = fabric.now();
  r.measured_cycles = window.cycles();
  const double beats = host_capacity(setup) * static_cast<double>(window.cycles());
  r.offered_load = share_of(window.offered_beats(), beats);
  const double hosts = setup.wiring.hosts();
  const auto& batches = trips.batches();
  const auto throughput_ci = batches.throughput.ci95();
  r.throughput = {
      share_of(window.delivered_beats(), beats),
      throughput_ci ? std::optional(*throughput_ci * hosts / host_capacity(setup)) : std::nullopt};
  r.offered_packets = window.offered_packets();
  r.delivered_packets = trips.packets();
  const RunConfig& config = setup.switches.front().config;
  if (config.packet_in_bytes) {
    const std::uint64_t beat_bytes = config.beat_bytes();
    const MissingBytes missing = window.missing_bytes();
    r.bytes = bytes_result({window.offered_beats() * beat_bytes - missing.offered,
                            window.delivered_beats() * beat_bytes - missing.delivered,
                            window.offered_packets(), r.delivered_packets},
                           config, beats);
  }
  const double time = fabric.correlation_time();
  r.latency = latency_distribution(trips.latency(), batches.latency.ci95(time), config);
  r.queueing = distribution(trips.queueing(), batches.queueing.ci95(time));

  NetworkResult n = links(setup, fabric, window);
  n.idle_links = idle_links(setup, fabric, window);
  ClassesOfAll classes(setup, fabric, window);
  PortMean blocked, backpressure, hol, pool, idle_with_work;
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    const Setup& one = setup.switches[s];
    RunResult part = switch_result(fabric.run(s), one);
    if (fabric.run(s).observes_ports()) take_losses_by_ports(part, fabric.run(s).flows().counts(), one);
    part.loss = loss_of_all(part, setup.wiring, s, window);
    if (one.config.has_classes()) part.classes = classes.of_switch(s);
    take_marks(r.ecn, part.ecn, setup.topology.switches[s].name);
    r.known.pool &= part.known.pool;
    r.known.queues &= part.known.queues;
    r.known.flags &= part.known.flags;
    if (part.evicted) r.evicted = r.evicted.value_or(0) + *part.evicted;
    blocked.add(part.blocked, one.config.ports);
    backpressure.add(part.backpressure, one.config.ports);
    hol.add(part.hol, one.config.ports);
    pool.add(part.pool, one.config.ports);
    idle_with_work.add(part.idle_with_work, one.config.ports);
    r.dropped_full += part.dropped_full;
    r.dropped_misrouted += part.dropped_misrouted;
    r.occupancy_beats.mean += part.occupancy_beats.mean;
    r.occupancy_packets.mean += part.occupancy_packets.mean;
    n.switches.push_back(
        {setup.topology.switches[s].name, word(one.config.engine), one.config.ports, std::move(part)});
  }
  r.classes = classes.end_to_end(beats);
  r.blocked = blocked.mean();
  r.backpressure = backpressure.mean();
  r.hol = hol.mean();
  r.pool = pool.mean();
  r.idle_with_work = idle_with_work.mean();
  r.lost_packets = r.dropped_full + r.dropped_misrouted;
  r.loss.mean = share_of(r.lost_packets, r.offered_packets);
  for (const auto& node : fabric.waits().trees()) n.blocking.push_back(named(setup, node));
  n.packet_hops = trips.packet_hops();
  n.overtaken_packets = window.overtaken();
  if (fabric.ideal() != nullptr) r.lag = lag_result(fabric.ideal()->lag());
  r.network = std::move(n);
  return r;
}

}  // namespace xb
