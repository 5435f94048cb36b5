// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "systemc/class_ingress.h"
#include "systemc/class_matcher.h"
#include "systemc/input_queue.h"
#include "systemc/occupancy.h"
#include "systemc/pool_probe.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_input with traffic classes: an input has a FIFO for each, and what SwitchInput works out
/// of what has changed this one works out anew in every cycle. Stepped like that one.
class SwitchInputClasses : public NeverSkipped {
 public:
  explicit SwitchInputClasses(const Params& params);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return params_.ports; }
  [[nodiscard]] PortMask s_tready() const { return ready_[0]; }
  [[nodiscard]] PortMask class_ready(unsigned c) const { return ready_[c]; }
  [[nodiscard]] PortMask m_tvalid() const { return matcher_.valid(); }
  [[nodiscard]] Side m_side(unsigned port) const { return shown(port).head_side(); }
  [[nodiscard]] Marks m_marks() const;
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return shown(port).head_data(); }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const {
    return static_cast<std::uint8_t>(matcher_.class_of(port));
  }
  /// Of an input, all classes together.
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return sum(input, [](const InputQueue& fifo) { return fifo.misrouted_packets(); });
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned input) const { return drop_full_[input]; }
  /// Flags of the last cycle; head-of-line flags are those of the highest class whose head was blocked.
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return flags_[input]; }
  [[nodiscard]] PortMask pool() const;
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const;
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  /// Of an input's link in this cycle, by class: what is on offer, taken, and taken to be discarded.
  struct Arrivals {
    ClassPorts offered{}, taken{}, discarded{};
  };

  /// The settings as they count for a class.
  [[nodiscard]] const Settings& settings_of(unsigned c) const {
    return (params_.held_off >> c & 1U) != 0 ? held_off_ : settings_;
  }
  [[nodiscard]] const InputQueue& shown(unsigned output) const {
    return fifos_[matcher_.class_of(output)][matcher_.selected(output)];
  }
  template <class Count>
  [[nodiscard]] std::uint32_t sum(unsigned input, Count&& count) const {
    std::uint32_t total = 0;
    for (const auto& of_class : fifos_) total += count(of_class[input]);
    return total;
  }
  [[nodiscard]] Arrivals arrivals(const Inputs& in) const;
  void observe(const Inputs& in, const Arrivals& arrivals, const ClassPorts& pops);
  void take(const Inputs& in, const Arrivals& arrivals, unsigned c);
  void configure(const Settings& settings);
  void show();

  Params params_;
  Settings settings_;  // registered, and bounded
  Settings held_off_;  // the same without drop
  std::uint32_t now_ = 0;
  bool loaded_ = false;
  ClassFifos fifos_;
  ClassMatcher matcher_;
  Occupancy occupancy_;
  std::vector<PoolProbe> pools_;  // per class
  AdmissionLimits limits_;        // for them
  ClassIngress ingress_;
  ClassPorts ready_{}, bids_{};
  std::array<std::uint32_t, kMaxPorts> drop_full_{};
  std::array<HolFlags, kMaxPorts> flags_{};
  PortMask blocked_ = 0, idle_with_work_ = 0;
};
static_assert(is_twin_with_classes<SwitchInputClasses>);

}  // namespace xb::twin
