// SPDX-License-Identifier: Apache-2.0
#include "host/traffic.h"

namespace xb {

TrafficWorkload::TrafficWorkload(const RunConfig& config)
    : ports_(config.ports),
      pattern_(config.traffic == "uniform"       ? Pattern::Uniform
               : config.traffic == "permutation" ? Pattern::Permutation
                                                 : Pattern::OneHot),
      length_min_(config.packet_min),
      length_max_(config.packet_max),
      stall_threshold_(RandomStream::threshold(config.receiver_stall)) {
  // Mixed lengths: a gap is geometric with mean E[length] (1-load)/load, counted in idle cycles.
  const double mean_length = (length_min_ + length_max_) / 2.0;
  const double per_idle_cycle = config.load / (config.load + mean_length * (1 - config.load));
  arrival_threshold_ = RandomStream::threshold(length_min_ == length_max_ ? config.load : per_idle_cycle);
  for (unsigned port = 0; port < ports_; ++port) {
    const auto stream = [&](StreamPurpose purpose) { return RandomStream(config.seed, purpose, port); };
    sources_.push_back({stream(StreamPurpose::Arrival), stream(StreamPurpose::Destination),
                        stream(StreamPurpose::Length), stream(StreamPurpose::Length),
                        stream(StreamPurpose::ReceiverStall)});
  }
}

unsigned TrafficWorkload::draw_length(RandomStream& stream) const {
  return length_min_ == length_max_ ? length_min_ : length_min_ + stream.below(length_max_ - length_min_ + 1);
}

unsigned TrafficWorkload::draw_destination(Source& source, unsigned input) const {
  if (pattern_ == Pattern::Uniform) return source.destinations.below(ports_);
  return pattern_ == Pattern::Permutation ? (input + 1) % ports_ : 0;
}

void TrafficWorkload::arrive(Source& source, unsigned length_beats) {
  ++source.backlog;
  offered_beats_ += length_beats;
  ++offered_packets_;
}

void TrafficWorkload::arrivals(std::uint64_t now) {
  if (length_min_ == length_max_) {
    if (now != next_slot_) return;
    next_slot_ += length_min_;
    for (unsigned port = 0; port < ports_; ++port) {
      if (!sources_[port].arrivals.chance(arrival_threshold_)) continue;
      arrive(sources_[port], length_min_);
      backlogged_ |= PortMask{1} << port;
    }
    return;
  }
  for (unsigned port = 0; port < ports_; ++port) {
    Source& source = sources_[port];
    if (now < source.line_free_at || !source.arrivals.chance(arrival_threshold_)) continue;
    const unsigned length = draw_length(source.arriving_lengths);
    arrive(source, length);
    source.line_free_at = now + length;
    backlogged_ |= PortMask{1} << port;
  }
}

PortMask TrafficWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (!stopped_) {
    arrivals(now);
    for_each_port(backlogged_ & transmitter.idle(), [&](unsigned port) {
      Source& source = sources_[port];
      transmitter.start(port, draw_destination(source, port), draw_length(source.starting_lengths), now);
      if (--source.backlog == 0) backlogged_ &= ~(PortMask{1} << port);
    });
  }
  PortMask ready = all_ports(ports_);
  if (stall_threshold_ != 0) {
    for (unsigned port = 0; port < ports_; ++port) {
      if (sources_[port].stalls.chance(stall_threshold_)) ready &= ~(PortMask{1} << port);
    }
  }
  return ready;
}

std::uint64_t TrafficWorkload::next_event(std::uint64_t now) const {
  // A packet that waits for its link waits for the switch: then, only the switch can go on.
  return stopped_ || backlogged_ != 0 ? kNever : now + 1;
}

}  // namespace xb
