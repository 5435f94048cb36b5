// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/arrivals.h"

#include <algorithm>

namespace xb {
namespace {

bool one_length(const RunConfig& c) { return c.packet_min == c.packet_max; }

/// Probability that an off time ends with a given unit, such that the mean load is as asked for. A burst
/// takes `burst` mean lengths L and the off time has mean burst L (1 - load) / load.
double end_of_gap(const RunConfig& c) {
  const double burst = c.traffic == "bursty" ? c.burst : 1;
  const double length_units = one_length(c) ? 1 : (c.packet_min + c.packet_max) / 2.0;
  return c.load / (c.load + burst * length_units * (1 - c.load));
}

constexpr double kLeastLoad = 1e-15;  // below, nothing arrives in any run

}  // namespace

Arrivals::Arrivals(const RunConfig& config, const HostRange& hosts, const HostList& senders,
                   unsigned cycles_per_beat)
    : length_min_(config.packet_min),
      length_max_(config.packet_max),
      unit_cycles_(std::uint64_t{config.speedup} * cycles_per_beat * (one_length(config) ? length_min_ : 1)),
      bursty_(config.traffic == "bursty"),
      gap_(std::max(end_of_gap(config), kLeastLoad)),
      next_unit_(hosts.count, kNever) {
  const std::vector<unsigned> positions = senders.positions(hosts);
  for (unsigned port = 0; port < hosts.count; ++port) {
    const auto stream = [&](StreamPurpose purpose) {
      return RandomStream(config.seed, purpose, hosts.first + port);
    };
    sources_.push_back(
        {stream(StreamPurpose::Arrival), stream(StreamPurpose::Length),
         BurstLengths(config.traffic == "bursty" ? config.burst : 1, stream(StreamPurpose::Burst))});
    if (config.load >= kLeastLoad && positions[port] != HostList::kNone)
      next_unit_[port] = gap_.draw(sources_[port].gaps);
  }
  look_ahead();
}

void Arrivals::look_ahead() {
  std::uint64_t soonest = kNever;
  due_ports_ = 0;
  for (unsigned port = 0; port < next_unit_.size(); ++port) {
    const std::uint64_t unit = next_unit_[port];
    if (unit > soonest) continue;
    due_ports_ = unit == soonest ? due_ports_ | bit(port) : bit(port);
    soonest = unit;
  }
  next_cycle_ = cycle_of(soonest);
}

std::uint64_t Arrivals::units_until_next(Source& source) {
  std::uint64_t units = 1;
  ++offered_packets_;
  if (length_min_ == length_max_) {
    offered_beats_ += length_min_;
  } else {
    units = length_min_ + source.lengths.below(length_max_ - length_min_ + 1);
    offered_beats_ += units;
  }
  if (bursty_) {
    source.bursts.take();
    if (!source.bursts.ended()) return units;
  }
  return units + gap_.draw(source.gaps);
}

}  // namespace xb
