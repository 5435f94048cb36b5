// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/class_traffic.h"

#include <algorithm>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// Runs with seeds that follow each other must not share streams, whatever the classes: hence the step,
/// larger than any seed.
std::uint64_t seed_of_class(std::uint64_t seed, unsigned of_class) {
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;
  return of_class == 0 ? seed : RandomStream::mix(seed + 1 + (of_class - 1) * kStep);
}

}  // namespace

RunConfig config_of_class(const RunConfig& config, unsigned of_class) {
  const TrafficConfig& all = *config.traffic;
  RunConfig own = config;
  TrafficConfig& t = *own.traffic;
  t.load = all.load * all.share_of_class(of_class, config.classes);
  if (all.class_load && (*all.class_load)[of_class]) t.load = *(*all.class_load)[of_class];
  if (all.class_traffic && (*all.class_traffic)[of_class]) t.traffic = *(*all.class_traffic)[of_class];
  if (all.class_packet && (*all.class_packet)[of_class]) {
    const ClassPacket& packet = *(*all.class_packet)[of_class];
    own.packet_min = packet.least;
    own.packet_max = packet.most;
    own.packet_mix.reset();
  }
  t.class_packet = kWordNone;
  own.seed = seed_of_class(config.seed, of_class);
  return own;
}

bool is_own_source(const RunConfig& config, unsigned of_class) {
  const TrafficConfig& t = *config.traffic;
  const auto has = [&](const auto& values) { return values && (*values)[of_class].has_value(); };
  return has(t.class_load) || has(t.class_packet) || has(t.class_traffic) || has(t.class_cycles) ||
         !config.packet_lengths().one() || t.has_pattern(TrafficPattern::Bursty);
}

ClassTraffic::ClassTraffic(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
                           const HostList& taking_part, unsigned cycles_per_beat)
    : hosts_(hosts),
      unit_(config.lengths()),
      links_(links),
      receivers_(*config.traffic, config.seed, links, hosts) {
  std::vector<unsigned> drawn;
  double drawn_share = 0;
  for (unsigned c = 0; c < config.classes; ++c) {
    const RunConfig own = config_of_class(config, c);
    add_class(own, taking_part);
    if (is_own_source(config, c)) {
      classes_[c].stream = streams_.size();
      streams_.push_back({Arrivals(own, hosts, taking_part, cycles_per_beat), {c}, {}, {}});
      const auto& cycles = config.traffic->class_cycles;
      if (cycles && (*cycles)[c]) streams_.back().cycles = *(*cycles)[c];
    } else {
      drawn.push_back(c);
      drawn_share += config.traffic->share_of_class(c, config.classes);
    }
  }
  if (drawn_share == 0) return;
  RunConfig common = config;
  // Not that of class 0 if it is a source by itself: packets of both would come at the same times.
  common.seed = seed_of_class(config.seed, drawn.front());
  common.traffic->load *= drawn_share;
  Stream stream{Arrivals(common, hosts, taking_part, cycles_per_beat), drawn, {}, {}};
  double so_far = 0;
  for (const unsigned c : drawn) {
    so_far += config.traffic->share_of_class(c, config.classes);
    stream.bounds.push_back(RandomStream::threshold(so_far / drawn_share));
    classes_[c].stream = streams_.size();
  }
  for (unsigned port = 0; port < hosts.count; ++port)
    stream.draws.emplace_back(config.seed, StreamPurpose::Class, hosts.first + port);
  streams_.push_back(std::move(stream));
}

void ClassTraffic::add_class(const RunConfig& config, const HostList& taking_part) {
  OfClass c{config.packet_lengths(), {}, {}};
  const std::vector<unsigned> positions = taking_part.positions(hosts_);
  for (unsigned port = 0; port < hosts_.count; ++port) {
    const unsigned position = positions[port] == HostList::kNone ? 0 : positions[port];
    c.queues.push_back({Destinations(*config.traffic, config.seed, taking_part, position),
                        RandomStream(config.seed, StreamPurpose::Length, hosts_.first + port)});
  }
  classes_.push_back(std::move(c));
}

bool ClassTraffic::watch_queues() {
  for (OfClass& c : classes_) {
    for (const Queue& queue : c.queues) c.waiting.emplace_back(queue.destinations, hosts_);
  }
  return true;
}

void ClassTraffic::take_arrivals(std::uint64_t now) {
  for (Stream& stream : streams_) {
    if (now < stream.cycles.first) continue;
    stream.arrivals.take_until(std::min(now, stream.cycles.end - 1) - stream.cycles.first,
                               [&](unsigned port, std::uint64_t packets) { arrive(stream, port, packets); });
  }
}

void ClassTraffic::arrive(Stream& stream, unsigned port, std::uint64_t packets) {
  const auto add = [&](unsigned of_class, std::uint64_t count) {
    OfClass& c = classes_[of_class];
    c.queues[port].backlog += count;
    c.queues[port].offered += count;
    if (!c.waiting.empty()) c.waiting[port].add(count);
    c.backlogged |= bit(port);
  };
  if (stream.classes.size() == 1) return add(stream.classes.front(), packets);
  for (; packets > 0; --packets) {
    const std::uint64_t u = stream.draws[port].next() >> 1U;
    std::size_t n = 0;  // which no processor can guess: all bounds are compared
    for (std::size_t bound = 0; bound + 1 < stream.bounds.size(); ++bound)
      n += u >= stream.bounds[bound] ? 1 : 0;
    add(stream.classes[n], 1);
  }
}

void ClassTraffic::start(unsigned of_class, PortMask hosts, std::uint64_t now, Transmitter& transmitter) {
  OfClass& c = classes_[of_class];
  for_each_port(hosts, [&](unsigned port) {
    Queue& queue = c.queues[port];
    const unsigned destination = queue.destinations.next();
    transmitter.start_of_class(of_class, port, destination, c.lengths.draw(queue.lengths), now);
    if (!c.waiting.empty()) c.waiting[port].remove(destination);
    c.backlogged &= ~(PortMask{--queue.backlog == 0} << port);
  });
}

PortMask ClassTraffic::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (!stopped_) {
    take_arrivals(now);
    for (auto c = static_cast<unsigned>(classes_.size()); c-- > 0;) {
      const PortMask ready = ready_ == nullptr ? ~PortMask{0} : ready_[c];
      start(c, classes_[c].backlogged & ready & transmitter.idle(), now, transmitter);
    }
  }
  return receivers_.ready(now);
}

std::uint64_t ClassTraffic::next_event(std::uint64_t now) const {
  std::uint64_t next = kNever - 1;
  for (const Stream& stream : streams_) {
    const std::uint64_t arrival = stream.arrivals.next_cycle(receivers_.all());
    const auto [first, end] = stream.cycles;
    if (arrival < end - first) next = std::min(next, first + arrival);
  }
  // A packet that waits for its link waits for the switch.
  const auto waits = [](const OfClass& c) { return c.backlogged != 0; };
  const bool any = next < now || std::any_of(classes_.begin(), classes_.end(), waits);
  return stopped_ || any ? kNever : next;
}

std::uint64_t ClassTraffic::offered_beats() const {
  std::uint64_t beats = 0;
  for (const Stream& stream : streams_) beats += stream.arrivals.offered_beats();
  return beats;
}

std::uint64_t ClassTraffic::offered_packets() const {
  std::uint64_t packets = 0;
  for (const Stream& stream : streams_) packets += stream.arrivals.offered_packets();
  return packets;
}

std::uint64_t ClassTraffic::offered_packets_of(unsigned port) const {
  std::uint64_t packets = 0;
  for (const Stream& stream : streams_) packets += stream.arrivals.offered_packets_of(port);
  return packets;
}

OfferedOfClass ClassTraffic::offered_of_class(unsigned of_class) const {
  const OfClass& c = classes_[of_class];
  OfferedOfClass offered;
  for (const Queue& queue : c.queues) offered.packets += queue.offered;
  if (offered.packets == 0) return {};  // a class without a share has no stream
  const Stream& stream = streams_[c.stream];
  // Packets whose class is drawn are all of one length.
  offered.beats = stream.classes.size() == 1 ? stream.arrivals.offered_beats()
                                             : offered.packets * unit_.beats_of(c.lengths.least());
  return offered;
}

std::uint64_t ClassTraffic::missing_bytes() const {
  std::uint64_t bytes = 0;
  for (const Stream& stream : streams_) bytes += stream.arrivals.missing_bytes();
  return bytes;
}

}  // namespace xb
