// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/overrun_traffic.h"

#include <algorithm>

#include "host/point/run_config.h"
#include "host/traffic/class_traffic.h"

namespace xb {

OverrunTraffic::OverrunTraffic(const RunConfig& config, const LinkRates& links, const PauseSettings& pauses,
                               std::uint32_t longest_beats, const OverrunPath& path, const HostRange& hosts)
    : last_(hosts.all - 1),
      hosts_(hosts),
      links_(links),
      period_(hosts.has(last_) ? links.cycles_per_beat(hosts.port(last_)) : 1),
      unit_length_(config.lengths().in_bytes() ? config.beat_bytes() : 1),
      pauses_(pauses),
      back_{0, longest_beats},
      turns_(path.turns),
      switches_(path.switches),
      lead_((2 * std::uint64_t{longest_beats} + 8 + 8 * path.turns) * period_) {
  for (unsigned c = 0; c < config.classes; ++c) {
    if (pauses.of_class[c] && !pauses.of_class[c]->credits) classes_.push_back(c);
    if (config.has_classes() && config_of_class(config, c).longest_beats() == longest_beats)
      back_.of_class = c;
  }
  set_pause_gap(path);
  // To fill the queues of two classes, or empty them, while frames wait, come and take effect.
  std::uint64_t most_beats = 0;
  for (const unsigned c : classes_) most_beats = std::max(most_beats, limits(c).most_beats());
  std::uint32_t slowest = period_;
  for (unsigned port = 0; port < hosts.count; ++port)
    slowest = std::max(slowest, links.cycles_per_beat(port));
  half_ = lead_ + pauses.round_trip() + 2 * path.cable_cycles +
          (switches_ * (turns_ != 0 ? 4 : 2) * most_beats + 4 * std::uint64_t{longest_beats} +
           3 * std::uint64_t{pauses.frame_beats} + 16) *
              slowest;
  // All episodes begin at the same turn, and in a cycle in which the last host takes a beat.
  const std::uint64_t turns = std::uint64_t{std::max(turns_, 1U)} * period_;
  half_ = (half_ + turns - 1) / turns * turns;
  next_episode();
}

/// Host 0 is paused with a packet or two in its input, where xoff is so low. What it sends when it goes on
/// comes to the output so many cycles after what it has sent before.
void OverrunTraffic::set_pause_gap(const OverrunPath& path) {
  const std::optional<PauseLimits>& own = pauses_.of_class[back_.of_class];
  if (!own || own->credits) return;
  const std::uint64_t until_again = pauses_.round_trip() + 2 * path.cable_cycles + 8 + 8 * turns_ +
                                    std::uint64_t{pauses_.frame_beats} * links_.cycles_per_beat(0);
  const std::uint64_t in_queue = std::uint64_t{own->xon_beats} * period_;
  pause_gap_ = until_again - std::min(until_again, in_queue);
}

std::uint64_t OverrunTraffic::episodes() const {
  std::uint64_t all = 0;
  for (const unsigned c : classes_)
    all = std::max<std::uint64_t>(all, limits(c).longest_beats * (back_phases() + other_phases()));
  return all * classes_.size();
}

void OverrunTraffic::next_episode() {
  const bool several = classes_.size() > 1;
  std::uint64_t phase = number_++;
  const std::size_t which = phase % classes_.size();
  phase /= classes_.size();
  target_ = classes_[which];
  first_beats_ = 1 + static_cast<std::uint32_t>(phase % limits(target_).longest_beats);
  phase /= limits(target_).longest_beats;
  phase %= back_phases() + (several ? other_phases() : 0);
  const bool other = phase >= back_phases();
  other_ = other ? classes_[(which + 1) % classes_.size()] : kNone;
  phase %= back_phases();
  // Slots of the output are a period apart, and come in any phase of the last host's beats.
  last_from_ = lead_ + (turns_ != 0 ? phase : phase % period_);
  back_from_ = turns_ != 0 ? 0 : phase - phase % period_;
  if (by_turns()) back_from_ = draws_.below(4 * turns_);
  if (other && other_phases() == 1) back_from_ = kNever;
  sent_ = {};
}

/// Of the last host: up to a beat below xoff, the beat of the other class, and all the rest.
OverrunTraffic::Packet OverrunTraffic::next_packet() {
  const auto below_xoff = [&](unsigned c) {
    return Packet{c, std::min(limits(c).longest_beats, limits(c).xoff_beats - 1 - sent_[c])};
  };
  if (other_ != kNone && sent_[other_] + 1 < limits(other_).xoff_beats) return below_xoff(other_);
  if (sent_[target_] + 1 < limits(target_).xoff_beats) return below_xoff(target_);
  if (other_ != kNone && sent_[other_] < limits(other_).xoff_beats) return {other_, 1};
  const bool first = sent_[target_] < limits(target_).xoff_beats;
  return {target_, first ? first_beats_ : limits(target_).longest_beats};
}

/// By turns every other one is of some length, so that others begin in any cycle of a turn.
OverrunTraffic::Packet OverrunTraffic::packet_back() {
  if (!by_turns() || draws_.below(2) == 0) return back_;
  return {back_.of_class, 1 + draws_.below(back_.beats)};
}

void OverrunTraffic::send(unsigned host, unsigned to, const Packet& packet, std::uint64_t now,
                          Transmitter& transmitter) {
  const unsigned port = hosts_.port(host);
  transmitter.start_of_class(packet.of_class, port, to, packet.beats * unit_length_, now);
  for (OfferedOfClass* offered : {&offered_[port], &by_class_[packet.of_class]}) {
    ++offered->packets;
    offered->beats += packet.beats;
  }
}

PortMask OverrunTraffic::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (now - begin_ == 2 * half_) {
    begin_ = now;
    next_episode();
  }
  const std::uint64_t at = now - begin_;
  if (stopped_ || at >= half_) return links_.may_receive(now);
  if (at >= last_from_ && hosts_.has(last_)) {
    const Packet packet = next_packet();
    if (may_begin(last_, packet.of_class, transmitter)) {
      send(last_, 0, packet, now, transmitter);
      sent_[packet.of_class] += packet.beats;
    }
  }
  if (at >= back_from_ && may_begin(0, back_.of_class, transmitter))
    send(0, last_, packet_back(), now, transmitter);
  return links_.may_receive(now) & ~(hosts_.has(0) ? bit(hosts_.port(0)) : 0);
}

std::uint64_t OverrunTraffic::offered_beats() const {
  std::uint64_t beats = 0;
  for (const OfferedOfClass& of : offered_) beats += of.beats;
  return beats;
}

std::uint64_t OverrunTraffic::offered_packets() const {
  std::uint64_t packets = 0;
  for (const OfferedOfClass& of : offered_) packets += of.packets;
  return packets;
}

}  // namespace xb
