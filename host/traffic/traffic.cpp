// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/traffic.h"

#include <utility>

#include "host/link/length_unit.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// Those that take part and reach somebody.
HostList senders_of(const HostRange& hosts, const HostList& taking_part, const PortPairs& pairs) {
  if (hosts.count == 0 || hosts.count > kMaxPorts || pairs.inputs(hosts.count) == all_ports(hosts.count))
    return taking_part;
  std::vector<unsigned> senders;
  for (unsigned position = 0; position < taking_part.size(); ++position) {
    const unsigned host = taking_part[position];
    if ((pairs.inputs(hosts.count) >> host & 1U) != 0) senders.push_back(host);
  }
  return HostList(std::move(senders));
}

/// What comes packet by packet: nothing where the load comes in flows.
RunConfig packets_of(RunConfig config) {
  if (config.traffic->flow_sizes) config.traffic->load = 0;
  return config;
}

}  // namespace

TrafficWorkload::TrafficWorkload(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
                                 const HostList& taking_part, unsigned cycles_per_beat,
                                 const PortPairs& pairs, FlowTimes* times)
    : hosts_(hosts),
      arrivals_(packets_of(config), hosts, senders_of(hosts, taking_part, pairs), cycles_per_beat),
      times_(sends_flows(config) ? times : nullptr),
      links_(links),
      receivers_(*config.traffic, config.seed, links, hosts),
      packets_(config.packet_lengths()) {
  if (sends_flows(config))
    flows_.emplace(config, hosts, taking_part, senders_of(hosts, taking_part, pairs),
                   links.cycles_per_beat() * cycles_per_beat, times_);
  counts_at_once_ = flows_.has_value();
  const std::vector<unsigned> positions = taking_part.positions(hosts);
  for (unsigned port = 0; port < hosts.count; ++port) {
    const unsigned position = positions[port] == HostList::kNone ? 0 : positions[port];
    sources_.push_back(
        {Destinations(*config.traffic, config.seed, taking_part, position, pairs.outputs_of(port)),
         RandomStream(config.seed, StreamPurpose::Length, hosts.first + port)});
  }
  plain_ = packets_.one() && std::all_of(sources_.begin(), sources_.end(), [](const Source& source) {
             return source.destinations.is_uniform();
           });
}

void TrafficWorkload::take_flows(std::uint64_t now) {
  const auto destination = [&](unsigned port) { return sources_[port].destinations.next(); };
  flows_->take_until(now, destination, [&](unsigned port, unsigned to, std::uint64_t packets) {
    if (!queues_.empty()) queues_[port].add(to, packets);
  });
  backlogged_ |= flows_->waiting();
}

bool TrafficWorkload::watch_queues() {
  for (const Source& source : sources_) queues_.emplace_back(source.destinations, hosts_);
  counts_at_once_ = true;
  return true;
}

void TrafficWorkload::start_packets(PortMask hosts, std::uint64_t now, Transmitter& transmitter) {
  PortMask emptied = 0;
  const auto take_own = [&](unsigned port, PacketNote& /*note*/) {
    Source& source = sources_[port];
    emptied |= PortMask{--backlog_[port] == 0} << port;
    return Transmitter::Start{source.destinations.next(), packets_.draw(source.lengths)};
  };
  // The same without calls, and without asking for each packet.
  const unsigned length = packets_.least();
  const auto take_plain = [&](unsigned port, PacketNote& /*note*/) {
    emptied |= PortMask{--backlog_[port] == 0} << port;
    return Transmitter::Start{sources_[port].destinations.uniform(), length};
  };
  const auto take_any = [&](unsigned port, PacketNote& note) {
    if (!flows_ || !flows_->waits(port)) return take_own(port, note);
    const HostFlows::Packet packet = flows_->take(port);
    emptied |= PortMask{backlog_[port] == 0} << port;
    note = packet.note;
    return Transmitter::Start{packet.destination, packet.length};
  };
  if (!counts_at_once_) {
    if (plain_)
      transmitter.start_each(hosts, now, take_plain);
    else
      transmitter.start_each(hosts, now, take_own);
  } else {
    transmitter.start_each(hosts, now, [&](unsigned port, PacketNote& note) {
      const Transmitter::Start start = take_any(port, note);
      if (!queues_.empty()) queues_[port].remove(start.destination);
      return start;
    });
  }
  backlogged_ &= ~emptied;
  if (flows_) backlogged_ |= flows_->waiting();
}

PortMask TrafficWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  const PortMask starting = waiting(now, transmitter.idle());
  if (starting != 0) start_packets(starting, now, transmitter);
  return receivers_.ready(now);
}

void TrafficWorkload::settle(std::uint64_t now) {
  if (!stopped_ && now > 0) take_arrivals(now - 1);
}

std::uint64_t TrafficWorkload::next_event(std::uint64_t now) const {
  // A packet that waits for its link waits for the switch: then, only the switch can go on. Sources without
  // load wait for nobody.
  const std::uint64_t next = next_arrival(receivers_.all());
  const bool waits = backlogged_ != 0 || next < now;
  return stopped_ || waits ? kNever : std::min(next, kNever - 1);
}

std::uint64_t TrafficWorkload::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if (!receivers_.always_ready()) return now;
  if (stopped_) return kNever;
  // A packet that arrives at a busy link only waits there, and is taken when another one may start, or where
  // somebody asks who waits.
  const PortMask idle = transmitter.idle() & receivers_.all();
  const PortMask seen = queues_.empty() ? idle : receivers_.all();
  return (backlogged_ & idle) != 0 ? now : std::max(now, next_arrival(seen));
}

GappedTraffic::GappedTraffic(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
                             const HostList& taking_part, unsigned cycles_per_beat, bool receivers_pause,
                             const PortPairs& pairs, FlowTimes* times)
    : TrafficWorkload(config, links, hosts, taking_part, cycles_per_beat, pairs, times),
      out_(config.lengths(), config.beat_bytes(), config.gap_bytes),
      in_(out_),
      receivers_pause_(receivers_pause),
      cycles_per_beat_(links.cycles_per_beat() * cycles_per_beat) {
  for (unsigned port = 0; port < hosts.count; ++port) {
    out_.set_cycles_per_beat(port, cycles_per_beat_);
    in_.set_cycles_per_beat(port, links.cycles_per_beat(port));
  }
}

/// Packets of which the switch took the last beat in the cycle before.
void GappedTraffic::note_sent(std::uint64_t now, const Transmitter& transmitter) {
  const PortMask idle = transmitter.idle();
  for_each_port(sending_ & idle,
                [&](unsigned port) { out_.passed(port, transmitter.length(port), started_[port], now - 1); });
  sending_ &= ~idle;
}

PortMask GappedTraffic::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  note_sent(now, transmitter);
  PortMask starting = waiting(now, transmitter.idle());
  if (starting != 0 && now % cycles_per_beat_ == 0) {
    starting &= ~out_.in_gap(now);
    sending_ |= starting;
    for_each_port(starting, [&](unsigned port) { started_[port] = now; });
    start_packets(starting, now, transmitter);
  }
  return ready(now) & ~in_.in_gap(now);
}

std::uint64_t GappedTraffic::quiet_until(std::uint64_t now, const Transmitter& /*transmitter*/) const {
  return now;
}

std::unique_ptr<Workload> make_traffic(const RunConfig& config, const LinkRates& links,
                                       const HostRange& hosts, const HostList& taking_part,
                                       unsigned cycles_per_beat, const PortPairs& pairs, FlowTimes* times) {
  if (config.gap_bytes == 0)
    return std::make_unique<TrafficWorkload>(config, links, hosts, taking_part, cycles_per_beat, pairs,
                                             times);
  return std::make_unique<GappedTraffic>(config, links, hosts, taking_part, cycles_per_beat,
                                         !config.is_network(), pairs, times);
}

}  // namespace xb
