// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/replay_workload.h"

#include <algorithm>

#include "host/point/run_config.h"

namespace xb {

ReplayWorkload::ReplayWorkload(const Replay& replay, const RunConfig& config, const LinkRates& links,
                               const HostRange& hosts, std::uint64_t cycles_per_beat)
    : links_(links),
      receivers_(config, links, hosts),
      unit_cycles_(replay.in_beat_times ? config.speedup * cycles_per_beat : 1),
      lengths_(config.lengths()) {
  for (unsigned port = 0; port < hosts.count; ++port) {
    sources_.push_back({&replay.by_host[hosts.first + port]});
    if (!sources_.back().frames->empty()) unfinished_ |= bit(port);
  }
  look_ahead();
}

void ReplayWorkload::look_ahead() {
  next_arrival_ = kNever;
  for (const Source& source : sources_) next_arrival_ = std::min(next_arrival_, arrival_of_next(source));
}

void ReplayWorkload::take_arrivals(std::uint64_t now) {
  if (next_arrival_ > now) return;
  for (unsigned port = 0; port < sources_.size(); ++port) {
    Source& source = sources_[port];
    for (; arrival_of_next(source) <= now; ++source.arrived) {
      const unsigned length = (*source.frames)[source.arrived].length;
      offered_beats_ += lengths_.beats_of(length);
      if (lengths_.in_bytes()) missing_bytes_ += lengths_.missing_bytes(length);
      ++offered_packets_;
      backlogged_ |= bit(port);
    }
  }
  look_ahead();
}

PortMask ReplayWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  take_arrivals(now);
  for_each_port(backlogged_ & transmitter.idle(), [&](unsigned port) {
    Source& source = sources_[port];
    const ReplayedFrame& frame = (*source.frames)[source.started++];
    PacketNote note;
    note.message = frame.number;
    transmitter.start(port, frame.destination, frame.length, now, note);
    if (source.started == source.arrived) backlogged_ &= ~bit(port);
    if (source.started == source.frames->size()) unfinished_ &= ~bit(port);
  });
  return receivers_.ready(now);
}

void ReplayWorkload::settle(std::uint64_t now) {
  if (now > 0) take_arrivals(now - 1);
}

std::uint64_t ReplayWorkload::next_event(std::uint64_t now) const {
  // A frame that waits for its link waits for the switch: then, only the switch can go on.
  const bool waits = backlogged_ != 0 || next_arrival_ < now;
  return waits ? kNever : next_arrival_;
}

std::uint64_t ReplayWorkload::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if (!receivers_.always_ready()) return now;
  if ((backlogged_ & transmitter.idle()) != 0) return now;
  return std::max(now, next_arrival_);
}

}  // namespace xb
