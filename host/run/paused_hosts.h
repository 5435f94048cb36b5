// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/fabric/switch_ports.h"
#include "host/fabric/switch_run.h"
#include "host/link/credit_units.h"
#include "host/link/other_hosts.h"
#include "host/link/pause_units.h"
#include "host/run/host_pauses.h"
#include "host/run/run_result.h"

namespace xb {

/// Hosts that pause as the ports of their switch ask them to (flow pfc), or that wait for credits (cbfc), and
/// the ports' pause units.
///
/// A beat that comes when the switch takes none is one that a real link loses, as it has no ready signal: its
/// packet counts as overflowed. The run lets it wait, so that all else stays comparable.
class PausedHosts : public OtherHosts {
 public:
  /// All outlive it.
  PausedHosts(Workload& hosts, const Setup& setup, const SwitchRun& run, unsigned first_host = 0);
  /// Of a switch in a network, whose neighbours pause as its hosts do.
  PausedHosts(SwitchPorts& ports, const Setup& setup, const SwitchRun& run);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  void classes_ready(const PortMask* ready) override { ready_ = ready; }
  [[nodiscard]] const PortMask* stopped_classes() const override {
    return host_pauses_.empty() ? OtherHosts::stopped_classes() : stopped_.data();
  }
  void stop() override {
    OtherHosts::stop();
    host_pauses_.end();
  }
  [[nodiscard]] PortMask will_be_ready() const override {
    return OtherHosts::will_be_ready() & ~host_pauses_.endless();
  }
  [[nodiscard]] std::uint64_t waits_until() const override { return host_pauses_.last_end(); }
  /// What the inputs hold is looked at in every cycle; a switch of a network sleeps when that is nothing.
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override {
    return links_ != nullptr && is_idle() ? OtherHosts::quiet_until(now, transmitter) : now;
  }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override {
    return units_.busy() || credits_.busy() ? now : OtherHosts::next_event(now);
  }
  [[nodiscard]] std::string who_waits() const override;

  /// The results are of the cycles from the one to the other.
  void open();
  void close();
  /// Of a class that is held back so.
  [[nodiscard]] bool has(unsigned of_class) const { return settings_.of_class[of_class].has_value(); }
  [[nodiscard]] PauseResult result(unsigned of_class) const { return results_[of_class]; }
  /// Of all of them: shares are means, and the overshoot that of the class that had least headroom left.
  [[nodiscard]] PauseResult result() const;

 private:
  /// Since the results count, by input where they are several.
  struct Counts {
    std::uint64_t victims = 0, storms = 0, pauses_before = 0;
    std::vector<std::uint64_t> paused_cycles, most_beats, overflowed_packets, paused_in_window;
    PortMask storming = 0;
  };
  struct Moved {
    std::uint64_t taken = 0, left = 0;  // beats since the start
    std::uint64_t as_asked = 0;         // held as a device asked for the pause
  };

  [[nodiscard]] PauseResult result_so_far(unsigned of_class) const;
  [[nodiscard]] bool is_idle() const;
  void look(std::uint64_t now, const Transmitter& transmitter);
  void look_at_level(unsigned of_class, unsigned input, std::uint64_t beats);
  void note_moved(const Transmitter& transmitter);
  void note_overflows(const Transmitter& transmitter);
  void hold_back(Transmitter& transmitter);
  [[nodiscard]] PortMask held_by_hosts(std::uint64_t now);
  void count(std::uint64_t now, PortMask idle);
  void end_windows(std::uint64_t now);
  [[nodiscard]] PortMask storming(const Counts& counts) const;
  void end_storm_window();
  [[nodiscard]] std::uint64_t held_beats(unsigned of_class, unsigned input) const;
  /// A device shows who is to pause.
  [[nodiscard]] bool by_level() const { return settings_.frame_beats == 0; }
  [[nodiscard]] PortMask paused(unsigned of_class) const {
    return settings_.of_class[of_class]->credits ? credits_.paused(of_class) : units_.paused(of_class);
  }
  /// Ports with links to other switches.
  [[nodiscard]] PortMask cables() const { return links_ == nullptr ? 0 : links_->cables(); }
  /// Those which are to pause.
  [[nodiscard]] PortMask paused_links(unsigned of_class) const { return units_.asked(of_class) & cables(); }
  /// Of another switch: what leaves in a cycle is known after it.
  [[nodiscard]] std::uint64_t credit_response() const {
    return std::max<std::uint64_t>(settings_.response_cycles, 1);
  }
  Moved& moved(unsigned of_class, unsigned input) { return moved_[std::size_t{of_class} * ports_ + input]; }
  template <class Visit>
  void for_each_class(Visit&& visit) const {
    for (unsigned c = 0; c < classes_; ++c)
      if (has(c)) visit(c);
  }

  PauseSettings settings_;
  const SwitchRun& run_;
  LinkPorts* links_ = nullptr;  // of a network; null: one switch
  unsigned ports_, classes_;
  bool knows_queues_;  // of the hosts
  PauseUnits units_;
  CreditUnits credits_;
  HostPauses host_pauses_;
  std::array<PortMask, kMaxClasses>
      stopped_{};                    // outputs at which none of a class begins, by hosts and links
  std::vector<Moved> moved_;         // by class, then input
  const PortMask* ready_ = nullptr;  // by class, in this cycle
  std::array<PortMask, kMaxClasses> may_begin_{};
  std::array<PortMask, kMaxClasses> full_{};  // inputs that hold all that they may, in the last cycle
  PortMask overflowed_ = 0;                   // ports whose packet has found no room
  PortMask was_held_ = 0, has_taken_ = 0;
  std::uint64_t cycles_ = 0, opened_at_ = 0;
  std::uint64_t window_ends_ = 0;  // of storms
  std::array<Counts, kMaxClasses> counts_;
  std::array<PauseResult, kMaxClasses> results_;  // by close()
};

/// Of the switches of a network: shares are means over all inputs, which come one switch after the other, and
/// the limits those of the switch that had least headroom left.
PauseResult pauses_of_all(const std::vector<PauseResult>& of_switches);

}  // namespace xb
