// SPDX-License-Identifier: Apache-2.0
#include "host/run/paused_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/config/setup.h"
#include "host/point/traffic_config.h"

namespace xb {

PausedHosts::PausedHosts(Workload& hosts, const Setup& setup, const SwitchRun& run)
    : OtherHosts(hosts),
      settings_(*setup.pause),
      run_(run),
      ports_(setup.config.ports),
      queues_per_input_(setup.queues / setup.config.ports),
      knows_queues_(hosts.watch_queues()),
      units_(ports_, settings_),
      paused_cycles_(ports_),
      most_beats_(ports_),
      overflowed_packets_(ports_) {
  for (unsigned port = 0; port < ports_; ++port)
    units_.set_period(port, setup.config.traffic->output_period->of[port]);
}

std::uint64_t PausedHosts::held_beats(unsigned input) const {
  const std::uint32_t* queues = run_.outputs().occ_beats + std::size_t{input} * queues_per_input_;
  return std::accumulate(queues, queues + queues_per_input_, std::uint64_t{0});
}

/// At the cycle before this one.
void PausedHosts::look(const Transmitter& transmitter) {
  for (unsigned input = 0; input < ports_; ++input) {
    const std::uint64_t beats = held_beats(input);
    most_beats_[input] = std::max(most_beats_[input], beats);
    units_.hold(input, beats);
  }
  // A packet counts once, in whichever of its beats.
  const PortMask held = transmitter.held(), first = transmitter.wires().s_tuser;
  const PortMask overflows = held & ~was_held_ & (first | ~overflowed_);
  for_each_port(overflows, [&](unsigned port) { ++overflowed_packets_[port]; });
  overflowed_ = (overflowed_ & transmitter.busy() & ~first) | overflows | (overflowed_ & held);
  was_held_ = held;
}

PortMask PausedHosts::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (now > 0) look(transmitter);
  const PortMask frames = units_.before_cycle(now, run_.within_packet());
  transmitter.pause(units_.paused());
  const PortMask ready = OtherHosts::before_cycle(now, transmitter) & ~frames;
  ++cycles_;
  const PortMask idle = ready & ~run_.outputs().m_tvalid;
  for_each_port(units_.paused(), [&](unsigned port) {
    ++paused_cycles_[port];
    if (knows_queues_) victims_ += (hosts().outputs_behind(port) & idle) != 0 ? 1U : 0U;
  });
  return ready;
}

std::string PausedHosts::who_waits() const {
  std::string lines = OtherHosts::who_waits();
  for_each_port(units_.paused(), [&](unsigned port) {
    lines += fmt::format("  host {}: paused, input {} holds {} beats (xon {})\n", port, port,
                         held_beats(port), settings_.xon_beats);
  });
  return lines;
}

void PausedHosts::open() {
  cycles_ = victims_ = 0;
  frames_before_ = units_.pauses();
  for (auto* counts : {&paused_cycles_, &most_beats_, &overflowed_packets_})
    std::fill(counts->begin(), counts->end(), 0);
}

PauseResult PausedHosts::result() const {
  PauseResult r;
  r.xoff_beats = settings_.xoff_beats;
  r.xon_beats = settings_.xon_beats;
  r.headroom_beats = settings_.headroom_beats;
  r.frames = units_.pauses() - frames_before_;
  const double cycles = static_cast<double>(std::max<std::uint64_t>(cycles_, 1));
  for (unsigned input = 0; input < ports_; ++input) {
    r.paused_by_input.push_back(static_cast<double>(paused_cycles_[input]) / cycles);
    r.paused += r.paused_by_input.back() / ports_;
    r.overshoot_by_input.push_back(std::max<std::uint64_t>(most_beats_[input], r.xoff_beats) - r.xoff_beats);
    r.overshoot_beats = std::max(r.overshoot_beats, r.overshoot_by_input.back());
    r.overflowed_packets += overflowed_packets_[input];
  }
  r.overflowed_by_input = overflowed_packets_;
  r.victims = static_cast<double>(victims_) / cycles / ports_;
  return r;
}

}  // namespace xb
