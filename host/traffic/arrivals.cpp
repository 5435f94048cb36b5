// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/arrivals.h"

#include <algorithm>

#include "host/link/line_pace.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

bool one_length(const RunConfig& c) { return c.packet_min == c.packet_max; }

/// Beat times, or byte times, that a packet takes of its link.
std::uint64_t link_times(const RunConfig& c, unsigned length) {
  return c.packet_in_bytes ? line_bytes(c.lengths(), c.beat_bytes(), c.gap_bytes, length) : length;
}

/// Mean of these in time units.
double mean_units(const RunConfig& c) {
  if (one_length(c)) return 1;
  if (!c.packet_in_bytes) return (c.packet_min + c.packet_max) / 2.0;
  std::uint64_t sum = 0;
  for (unsigned length = c.packet_min; length <= c.packet_max; ++length) sum += link_times(c, length);
  return static_cast<double>(sum) / (c.packet_max - c.packet_min + 1.0);
}

/// Probability that an off time ends with a given unit, such that the mean load is as asked for. A burst
/// takes `burst` mean lengths L and the off time has mean burst L (1 - load) / load.
double end_of_gap(const RunConfig& c) {
  const double burst = c.traffic == "bursty" ? c.burst : 1;
  return c.load / (c.load + burst * mean_units(c) * (1 - c.load));
}

constexpr double kLeastLoad = 1e-15;  // below, nothing arrives in any run

}  // namespace

Arrivals::Arrivals(const RunConfig& config, const HostRange& hosts, const HostList& senders,
                   unsigned cycles_per_beat)
    : length_min_(config.packet_min),
      length_max_(config.packet_max),
      cells_(one_length(config) && !config.packet_in_bytes),
      lengths_(config.lengths()),
      beat_bytes_(config.beat_bytes()),
      gap_bytes_(config.gap_bytes),
      unit_times_(one_length(config) ? link_times(config, length_min_) : 1),
      beat_cycles_(std::uint64_t{config.speedup} * cycles_per_beat),
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
  const auto next = std::min_element(next_unit_.begin(), next_unit_.end());
  next_port_ = static_cast<unsigned>(next - next_unit_.begin());
  next_cycle_ = next == next_unit_.end() ? kNever : cycle_of(*next);
}

/// Counts a packet of so many bytes; returns the units that it takes of its link.
std::uint64_t Arrivals::take_bytes(Source& source) {
  const bool mixed = length_min_ != length_max_;
  const unsigned length =
      mixed ? length_min_ + source.lengths.below(length_max_ - length_min_ + 1) : length_min_;
  offered_beats_ += lengths_.beats_of(length);
  missing_bytes_ += lengths_.missing_bytes(length);
  return mixed ? line_bytes(lengths_, beat_bytes_, gap_bytes_, length) : 1;
}

std::uint64_t Arrivals::units_until_next(Source& source) {
  std::uint64_t units = 1;
  ++offered_packets_;
  ++source.packets;
  if (cells_) {
    offered_beats_ += length_min_;
  } else if (lengths_.in_bytes()) {
    units = take_bytes(source);
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
