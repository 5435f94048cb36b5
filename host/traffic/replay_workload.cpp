// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/replay_workload.h"

#include <algorithm>

#include "host/point/run_config.h"

namespace xb {

ReplayWorkload::ReplayWorkload(const Replay& replay, const RunConfig& config, const LinkRates& links,
                               const HostRange& hosts, std::uint64_t cycles_per_beat)
    : links_(links),
      receivers_(*config.traffic, config.seed, links, hosts),
      unit_cycles_(replay.in_beat_times ? config.speedup * cycles_per_beat : 1),
      classes_(config.classes),
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
      const ReplayedFrame& frame = (*source.frames)[source.arrived];
      const std::uint64_t beats = lengths_.beats_of(frame.length);
      offered_beats_ += beats;
      if (lengths_.in_bytes()) missing_bytes_ += lengths_.missing_bytes(frame.length);
      ++offered_packets_;
      OfClass& c = classes_[frame.of_class];
      ++c.offered.packets;
      c.offered.beats += beats;
      c.backlogged |= bit(port);
      ++source.waiting[frame.of_class];
    }
  }
  look_ahead();
}

void ReplayWorkload::start(unsigned of_class, PortMask hosts, std::uint64_t now, Transmitter& transmitter) {
  for_each_port(hosts, [&](unsigned port) {
    Source& source = sources_[port];
    std::size_t& next = source.next[of_class];
    while ((*source.frames)[next].of_class != of_class) ++next;
    const ReplayedFrame& frame = (*source.frames)[next++];
    PacketNote note;
    note.message = frame.number;
    if (classes_.size() == 1)
      transmitter.start(port, frame.destination, frame.length, now, note);
    else
      transmitter.start_of_class(of_class, port, frame.destination, frame.length, now, note);
    if (--source.waiting[of_class] == 0) classes_[of_class].backlogged &= ~bit(port);
    if (++source.started == source.frames->size()) unfinished_ &= ~bit(port);
  });
}

PortMask ReplayWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  take_arrivals(now);
  for (auto c = static_cast<unsigned>(classes_.size()); c-- > 0;) {
    const PortMask ready = ready_ == nullptr ? ~PortMask{0} : ready_[c];
    start(c, classes_[c].backlogged & ready & transmitter.idle(), now, transmitter);
  }
  return receivers_.ready(now);
}

PortMask ReplayWorkload::backlogged() const {
  PortMask ports = 0;
  for (const OfClass& c : classes_) ports |= c.backlogged;
  return ports;
}

void ReplayWorkload::settle(std::uint64_t now) {
  if (now > 0) take_arrivals(now - 1);
}

std::uint64_t ReplayWorkload::next_event(std::uint64_t now) const {
  // A frame that waits for its link waits for the switch: then, only the switch can go on.
  const bool waits = backlogged() != 0 || next_arrival_ < now;
  return waits ? kNever : next_arrival_;
}

std::uint64_t ReplayWorkload::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if (!receivers_.always_ready()) return now;
  if ((backlogged() & transmitter.idle()) != 0) return now;
  return std::max(now, next_arrival_);
}

}  // namespace xb
