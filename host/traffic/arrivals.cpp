// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/arrivals.h"

#include <algorithm>

#include "host/link/line_pace.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// Beat times, or byte times, that a packet takes of its link.
std::uint64_t link_times(const RunConfig& c, unsigned length) {
  return c.packet_in_bytes ? line_bytes(c.lengths(), c.beat_bytes(), c.gap_bytes, length) : length;
}

/// Mean of these in time units.
double mean_units(const RunConfig& c) {
  const PacketLengths packets = c.packet_lengths();
  if (packets.one()) return 1;
  return packets.sum([&](unsigned length) { return link_times(c, length); }) / packets.weight();
}

/// Probability that an off time ends with a given unit, such that the mean load is as asked for. A burst
/// takes `burst` mean lengths L and the off time has mean burst L (1 - load) / load.
double end_of_gap(const RunConfig& c) {
  const double burst = c.traffic->has_pattern(TrafficPattern::Bursty) ? c.traffic->burst : 1;
  return c.traffic->load / (c.traffic->load + burst * mean_units(c) * (1 - c.traffic->load));
}

constexpr double kLeastLoad = 1e-15;  // below, nothing arrives in any run

}  // namespace

Arrivals::Arrivals(const RunConfig& config, const HostRange& hosts, const HostList& senders,
                   unsigned cycles_per_beat)
    : packets_(config.packet_lengths()),
      cells_(packets_.one() && !config.packet_in_bytes),
      lengths_(config.lengths()),
      beat_bytes_(config.beat_bytes()),
      gap_bytes_(config.gap_bytes),
      unit_times_(packets_.one() ? link_times(config, packets_.least()) : 1),
      beat_cycles_(std::uint64_t{config.speedup} * cycles_per_beat),
      bursty_(config.traffic->has_pattern(TrafficPattern::Bursty)),
      plain_(cells_ && !bursty_),
      full_(plain_ && end_of_gap(config) >= 1),
      gap_(std::max(end_of_gap(config), kLeastLoad)),
      next_unit_(hosts.count, kNever) {
  const std::vector<unsigned> positions = senders.positions(hosts);
  for (unsigned port = 0; port < hosts.count; ++port) {
    const auto stream = [&](StreamPurpose purpose) {
      return RandomStream(config.seed, purpose, hosts.first + port);
    };
    sources_.push_back(
        {stream(StreamPurpose::Arrival), 0, stream(StreamPurpose::Length),
         BurstLengths(config.traffic->has_pattern(TrafficPattern::Bursty) ? config.traffic->burst : 1,
                      stream(StreamPurpose::Burst))});
    if (config.traffic->load >= kLeastLoad && positions[port] != HostList::kNone)
      next_unit_[port] = gap_.draw(sources_[port].gaps);
  }
  const auto next = std::min_element(next_unit_.begin(), next_unit_.end());
  next_port_ = static_cast<unsigned>(next - next_unit_.begin());
  next_cycle_ = next == next_unit_.end() ? kNever : cycle_of(*next);
}

/// Counts a packet of so many bytes; returns the units that it takes of its link.
std::uint64_t Arrivals::take_bytes(Source& source) {
  const unsigned length = packets_.draw(source.lengths);
  offered_beats_ += lengths_.beats_of(length);
  missing_bytes_ += lengths_.missing_bytes(length);
  return packets_.one() ? 1 : line_bytes(lengths_, beat_bytes_, gap_bytes_, length);
}

std::uint64_t Arrivals::units_until_next(Source& source) {
  std::uint64_t units = 1;
  if (lengths_.in_bytes()) {
    units = take_bytes(source);
  } else if (!cells_) {
    units = packets_.draw(source.lengths);
    offered_beats_ += units;
  }
  if (bursty_) {
    source.bursts.take();
    if (!source.bursts.ended()) return units;
  }
  return units + gap_.draw(source.gaps);
}

}  // namespace xb
