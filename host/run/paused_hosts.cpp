// SPDX-License-Identifier: Apache-2.0
#include "host/run/paused_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/config/setup.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// The one that had least headroom left.
PauseResult tightest(const std::vector<PauseResult>& list) {
  const auto left = [](const PauseResult& r) {
    return static_cast<std::int64_t>(r.headroom_beats.value_or(0)) -
           static_cast<std::int64_t>(r.overshoot_beats);
  };
  return *std::min_element(list.begin(), list.end(),
                           [&](const auto& a, const auto& b) { return left(a) < left(b); });
}

/// What is counted, of all of them instead.
void add_counts(PauseResult& all, const std::vector<PauseResult>& list) {
  all.frames = all.overflowed_packets = 0;
  if (all.storms) all.storms = 0;
  for (const PauseResult& one : list) {
    all.frames += one.frames;
    all.overflowed_packets += one.overflowed_packets;
    if (all.storms) *all.storms += *one.storms;
  }
}

}  // namespace

PausedHosts::PausedHosts(SwitchPorts& ports, const Setup& setup, const SwitchRun& run)
    : PausedHosts(static_cast<Workload&>(ports), setup, run, ports.trips().rank(0)) {
  links_ = &ports.links();
  units_.set_switches(links_->cables());
  for_each_port(ports.host_ports() | links_->cables(), [&](unsigned port) {
    units_.set_period(port, static_cast<std::uint32_t>(ports.period(port)));
  });
  for_each_port(links_->cables(), [&](unsigned port) {
    for_each_class([&](unsigned c) {
      if (settings_.of_class[c]->credits) links_->give_credit(port, c, settings_.of_class[c]->xoff_beats);
    });
    credits_.set_round_trip(port, std::uint64_t{2} * links_->out_link(port)->latency + credit_response());
  });
}

PausedHosts::PausedHosts(Workload& hosts, const Setup& setup, const SwitchRun& run, unsigned first_host)
    : OtherHosts(hosts),
      settings_(*setup.pause),
      run_(run),
      ports_(setup.config.ports),
      classes_(setup.config.classes),
      knows_queues_(hosts.watch_queues()),
      units_(ports_, settings_),
      credits_(ports_, settings_),
      host_pauses_(setup.config, first_host),
      moved_(std::size_t{ports_} * classes_) {
  for (unsigned port = 0; port < ports_; ++port)
    units_.set_period(port, setup.link_rates.cycles_per_beat(port));
  open();
}

/// All that has come in has left, and is counted; no frame is due, nor will be: pause units hear a cycle late
/// that an input has run empty, and the switch may know before the last beat has left.
bool PausedHosts::is_idle() const {
  const auto all_left = [](const Moved& beats) { return beats.taken == beats.left; };
  return run_.is_empty() && !units_.busy() && (by_level() || !units_.asks()) && !credits_.busy() &&
         std::all_of(moved_.begin(), moved_.end(), all_left);
}

/// At the beginning of the last cycle.
std::uint64_t PausedHosts::held_beats(unsigned of_class, unsigned input) const {
  const Moved& beats = moved_[std::size_t{of_class} * ports_ + input];
  return beats.taken - beats.left;
}

/// At the cycle before this one.
void PausedHosts::look(std::uint64_t now, const Transmitter& transmitter) {
  for_each_class([&](unsigned c) {
    const PauseLimits& limits = *settings_.of_class[c];
    std::vector<std::uint64_t>& most = counts_[c].most_beats;
    full_[c] = 0;
    for (unsigned input = 0; input < ports_; ++input) {
      const std::uint64_t beats = held_beats(c, input);
      if (by_level()) {
        look_at_level(c, input, beats);
        continue;
      }
      most[input] = std::max(most[input], beats);
      full_[c] |= PortMask{beats >= limits.most_beats()} << input;
      if (!limits.credits) units_.hold(input, c, beats);
    }
  });
  note_moved(transmitter);
  for_each_class([&](unsigned c) {
    if (!settings_.of_class[c]->credits) return;
    for (unsigned input = 0; input < ports_; ++input)
      credits_.count(now, input, c, moved(c, input).taken, moved(c, input).left);
    if (links_ == nullptr) return;
    for_each_port(links_->cables(), [&](unsigned port) {
      links_->send_credit(port, c, now, credit_response(), moved(c, port).left);
    });
  });
  note_overflows(transmitter);
}

/// Of a device: how much more it holds than as it asked for the pause.
void PausedHosts::look_at_level(unsigned of_class, unsigned input, std::uint64_t beats) {
  const bool asks = (run_.outputs().pause[of_class] >> input & 1U) != 0;
  Moved& counted = moved(of_class, input);
  if (!asks || !units_.shown(input, of_class)) counted.as_asked = beats;
  std::uint64_t& most = counts_[of_class].most_beats[input];
  most = std::max(most, std::max(beats, counted.as_asked) - counted.as_asked);
  units_.show(input, of_class, asks);
}

void PausedHosts::note_moved(const Transmitter& transmitter) {
  const SwitchInputs& in = transmitter.wires();
  for_each_port(transmitter.taken(), [&](unsigned port) { ++moved(in.s_tid[port], port).taken; });
  for_each_port(run_.delivered(), [&](unsigned port) {
    const DeliveredPacket& packet = run_.sent_last(port);
    ++moved(packet.of_class, packet.source).left;
  });
}

/// A packet counts once, in whichever of its beats: one that the switch does not take, or that is more than
/// its input may hold, though what is behind the input's memory leaves room there. Before the first one a
/// switch may not have its settings yet.
void PausedHosts::note_overflows(const Transmitter& transmitter) {
  const SwitchInputs& in = transmitter.wires();
  const PortMask held = transmitter.held(), first = in.s_tuser;
  PortMask beyond = 0;
  for_each_port(transmitter.taken(), [&](unsigned port) { beyond |= full_[in.s_tid[port]] & bit(port); });
  has_taken_ |= transmitter.taken();
  const PortMask overflows = ((held & ~was_held_) | beyond) & (first | ~overflowed_) & has_taken_;
  for_each_port(overflows, [&](unsigned port) {
    if (has(in.s_tid[port])) ++counts_[in.s_tid[port]].overflowed_packets[port];
  });
  overflowed_ = (overflowed_ & transmitter.busy() & ~first) | overflows | (overflowed_ & held);
  was_held_ = held;
}

/// Of what is held back so, a real link shows no ready.
void PausedHosts::hold_back(Transmitter& transmitter) {
  if (classes_ == 1) return transmitter.pause(paused(0) & ~cables());
  const auto ready = [&](unsigned c) { return ready_ == nullptr ? ~PortMask{0} : ready_[c]; };
  for (unsigned c = 0; c < classes_; ++c) may_begin_[c] = has(c) ? ~paused(c) : ready(c);
  OtherHosts::classes_ready(may_begin_.data());
}

/// Outputs that may not begin what they show.
PortMask PausedHosts::held_by_hosts(std::uint64_t now) {
  host_pauses_.look(now);
  const PortMask* links = OtherHosts::stopped_classes();
  for (unsigned c = 0; c < classes_; ++c)
    stopped_[c] = host_pauses_.stopped(c) | (links == nullptr ? 0 : links[c]);
  if (classes_ == 1) return host_pauses_.stopped(0) & ~run_.within_packet();
  PortMask held = 0;
  const SwitchOutputs& out = run_.outputs();
  for_each_port(out.m_tvalid & ~run_.within_packet(),
                [&](unsigned port) { held |= host_pauses_.stopped(out.m_tid[port]) & bit(port); });
  return held;
}

PortMask PausedHosts::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (now > 0) look(now, transmitter);
  const PortMask frames = units_.before_cycle(now, run_.within_packet());
  for (const PauseUnits::Frame& frame : units_.frames_begun())
    links_->send_pause(frame.port, frame.end, settings_.response_cycles, frame.classes);
  hold_back(transmitter);
  PortMask ready = OtherHosts::before_cycle(now, transmitter) & ~frames;
  if (!host_pauses_.empty()) ready &= ~held_by_hosts(now);
  if (links_ != nullptr) links_->exchange_wanted(now);
  count(now, ready & ~run_.outputs().m_tvalid);
  return ready;
}

void PausedHosts::count(std::uint64_t now, PortMask idle) {
  ++cycles_;
  if (settings_.storm) end_windows(now);
  for_each_class([&](unsigned c) {
    Counts& counts = counts_[c];
    const PortMask at_links = links_ == nullptr ? 0 : links_->paused(c);
    const PortMask free = idle & ~at_links & ~host_pauses_.stopped(c);
    for_each_port(paused(c) | paused_links(c), [&](unsigned port) {
      ++counts.paused_cycles[port];
      ++counts.paused_in_window[port];
      if (knows_queues_) counts.victims += (hosts().outputs_behind(port, c, now) & free) != 0 ? 1U : 0U;
    });
  });
  if (settings_.storm) end_windows(now + 1);
}

/// Of storms, up to cycle `now`. A switch has no storm in those which it has slept through since the last.
void PausedHosts::end_windows(std::uint64_t now) {
  for (unsigned n = 0; n < 2 && now >= window_ends_; ++n) {
    end_storm_window();
    window_ends_ += settings_.storm->cycles;
  }
  if (now < window_ends_) return;
  window_ends_ += ((now - window_ends_) / settings_.storm->cycles + 1) * settings_.storm->cycles;
}

PortMask PausedHosts::storming(const Counts& counts) const {
  const double most = settings_.storm->share * settings_.storm->cycles;
  PortMask storming = 0;
  for (unsigned input = 0; input < ports_; ++input)
    if (static_cast<double>(counts.paused_in_window[input]) > most) storming |= bit(input);
  return storming;
}

/// Storms that go on count once.
void PausedHosts::end_storm_window() {
  for_each_class([&](unsigned c) {
    Counts& counts = counts_[c];
    const PortMask now = storming(counts);
    counts.storms += port_count(now & ~counts.storming);
    counts.storming = now;
    std::fill(counts.paused_in_window.begin(), counts.paused_in_window.end(), 0);
  });
}

std::string PausedHosts::who_waits() const {
  std::string lines = OtherHosts::who_waits() + host_pauses_.lines();
  for_each_class([&](unsigned c) {
    const auto line = [&](const char* who, unsigned port, const std::string& of) {
      lines +=
          fmt::format("  {} {}: paused, input {} holds {} beats{}{}\n", who, port, port, held_beats(c, port),
                      of, by_level() ? "" : fmt::format(" (xon {})", settings_.of_class[c]->xon_beats));
    };
    const std::string of = classes_ > 1 ? fmt::format(" of class {}", c) : "";
    for_each_port(paused(c) & ~cables(), [&](unsigned port) { line("host", port, of); });
    for_each_port((paused(c) & cables()) | paused_links(c), [&](unsigned port) { line("link", port, of); });
  });
  return lines;
}

void PausedHosts::open() {
  cycles_ = 0;
  opened_at_ = run_.now();
  if (settings_.storm) window_ends_ = opened_at_ + settings_.storm->cycles;
  for_each_class([&](unsigned c) {
    const std::vector<std::uint64_t> none(ports_);
    counts_[c] = {0, 0, units_.pauses(c), none, none, none, none, 0};
  });
}

void PausedHosts::close() {
  for_each_class([&](unsigned c) { results_[c] = result_so_far(c); });
}

PauseResult PausedHosts::result_so_far(unsigned of_class) const {
  const PauseLimits& limits = *settings_.of_class[of_class];
  const Counts& counts = counts_[of_class];
  PauseResult r;
  if (!by_level()) {
    r.xoff_beats = limits.xoff_beats;
    r.xon_beats = limits.xon_beats;
    r.headroom_beats = limits.headroom_beats;
  }
  r.frames = units_.pauses(of_class) - counts.pauses_before;
  // A switch that sleeps pauses nothing.
  const std::uint64_t counted = links_ == nullptr ? cycles_ : run_.now() - opened_at_;
  const double cycles = static_cast<double>(std::max<std::uint64_t>(counted, 1));
  for (unsigned input = 0; input < ports_; ++input) {
    r.paused_by_input.push_back(static_cast<double>(counts.paused_cycles[input]) / cycles);
    r.paused += r.paused_by_input.back() / ports_;
    r.overshoot_by_input.push_back(std::max<std::uint64_t>(counts.most_beats[input], limits.xoff_beats) -
                                   limits.xoff_beats);
    r.overshoot_beats = std::max(r.overshoot_beats, r.overshoot_by_input.back());
    r.overflowed_packets += counts.overflowed_packets[input];
  }
  r.overflowed_by_input = counts.overflowed_packets;
  if (knows_queues_) r.victims = static_cast<double>(counts.victims) / cycles / ports_;
  // A window may have ended in a switch's sleep.
  if (settings_.storm) {
    const PortMask ended = run_.now() < window_ends_ ? 0 : storming(counts);
    r.storms = counts.storms + port_count(ended & ~counts.storming);
  }
  return r;
}

PauseResult PausedHosts::result() const {
  std::vector<PauseResult> of_class;
  for_each_class([&](unsigned c) { of_class.push_back(result(c)); });
  PauseResult all = tightest(of_class);
  if (of_class.size() == 1) return all;
  const auto count = static_cast<double>(of_class.size());
  all.paused = 0;
  if (knows_queues_) all.victims = 0;
  std::fill(all.paused_by_input.begin(), all.paused_by_input.end(), 0);
  std::fill(all.overflowed_by_input.begin(), all.overflowed_by_input.end(), 0);
  add_counts(all, of_class);
  for (const PauseResult& one : of_class) {
    all.paused += one.paused / count;
    if (all.victims) *all.victims += *one.victims / count;
    for (unsigned input = 0; input < ports_; ++input) {
      all.paused_by_input[input] += one.paused_by_input[input] / count;
      all.overflowed_by_input[input] += one.overflowed_by_input[input];
    }
  }
  return all;
}

PauseResult pauses_of_all(const std::vector<PauseResult>& of_switches) {
  PauseResult all = tightest(of_switches);
  all.paused_by_input.clear();
  all.overshoot_by_input.clear();
  all.overflowed_by_input.clear();
  const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
  add_counts(all, of_switches);
  for (const PauseResult& one : of_switches) {
    append(all.paused_by_input, one.paused_by_input);
    append(all.overshoot_by_input, one.overshoot_by_input);
    append(all.overflowed_by_input, one.overflowed_by_input);
  }
  if (all.victims) all.victims = 0;
  for (const PauseResult& one : of_switches) {
    if (!one.victims || !all.victims) {
      all.victims.reset();
      break;
    }
    *all.victims += *one.victims * static_cast<double>(one.paused_by_input.size()) /
                    static_cast<double>(all.paused_by_input.size());
  }
  all.paused = std::accumulate(all.paused_by_input.begin(), all.paused_by_input.end(), 0.0) /
               static_cast<double>(all.paused_by_input.size());
  return all;
}

}  // namespace xb
