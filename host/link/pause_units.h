// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "host/link/pause_settings.h"
#include "host/wires/port_set.h"

namespace xb {

/// The pause units of a switch's ports, and what their hosts make of the frames.
///
/// Port i sends a frame over its output link when its input holds `xoff_beats` of a class, and another one
/// when it holds `xon_beats` again. A frame says which classes are to pause when it begins, as a real one
/// has a bit for each. It does not interrupt a packet, and goes before the next one. The host starts no
/// packet of a class that is to pause; one that it has begun goes on. A frame of 0 beats is a level that the
/// switch shows, show(): it takes nothing of the link, and crosses the cable from the cycle on in which it is
/// seen.
/// Times are the switch's: a packet that a host may not start would have come in in the cycles named here.
class PauseUnits {
 public:
  /// To another switch.
  struct Frame {
    unsigned port;
    std::uint64_t end;     ///< first cycle after it
    std::uint8_t classes;  ///< bit c: class c is to pause
  };

  PauseUnits(unsigned ports, const PauseSettings& settings);
  /// The host takes a beat in every so many cycles.
  void set_period(unsigned port, std::uint32_t cycles) { ports_[port].period = cycles; }

  /// Other switches are there: they make of a frame, frames_begun(), what they have to.
  void set_switches(PortMask ports) { switches_ = ports; }

  /// Beats of a class with limits that input `port` holds, as shown in the last cycle.
  void hold(unsigned port, unsigned of_class, std::uint64_t beats);
  /// The same of a switch that decides by itself: whether it shows that the class is to pause.
  void show(unsigned port, unsigned of_class, bool pause) {
    PortMask& asks = classes_[of_class].asks;
    asks = pause ? asks | bit(port) : asks & ~bit(port);
  }
  [[nodiscard]] bool shown(unsigned port, unsigned of_class) const {
    return (classes_[of_class].asks >> port & 1U) != 0;
  }
  /// To be called before cycle `now`, each in turn: output links of `within_packet` have sent some beats of a
  /// packet, not all. Returns the links that a frame takes in this cycle.
  PortMask before_cycle(std::uint64_t now, PortMask within_packet);
  /// Of the last before_cycle(), those to switches.
  [[nodiscard]] const std::vector<Frame>& frames_begun() const { return begun_; }
  /// The hosts' inputs at which no packet of the class may begin in this cycle.
  [[nodiscard]] PortMask paused(unsigned of_class) const { return classes_[of_class].paused; }
  /// Inputs whose last frame has asked for a pause.
  [[nodiscard]] PortMask asked(unsigned of_class) const { return classes_[of_class].told; }
  /// Some input held too much when it was last said what it holds: frames are to come.
  [[nodiscard]] bool asks() const {
    return std::any_of(classes_.begin(), classes_.end(), [](const OfClass& c) { return c.asks != 0; });
  }
  /// A frame is on its way, or wanted.
  [[nodiscard]] bool busy() const { return sending_ != 0 || coming_ != 0 || wanted() != 0; }

  /// Since the start: times that a frame has asked for a pause of the class, or ended one.
  [[nodiscard]] std::uint64_t pauses(unsigned of_class) const { return classes_[of_class].pauses; }
  [[nodiscard]] std::uint64_t resumes(unsigned of_class) const { return classes_[of_class].resumes; }

 private:
  struct Effect {
    std::uint64_t cycle;
    std::uint8_t classes;  // that pause
  };
  struct Port {
    std::uint32_t period = 1;
    std::uint64_t frame_end = 0;  // first cycle after the frame that is being sent
    Ring<Effect> effects;         // frames sent whose effect is still to come
  };
  struct OfClass {
    PortMask asks = 0;  // inputs whose hosts are to pause
    PortMask told = 0;  // those whose last frame said so
    PortMask paused = 0;
    std::uint64_t pauses = 0, resumes = 0;
  };
  [[nodiscard]] PortMask wanted() const;
  void send(unsigned port, std::uint64_t now);
  void take_effect(unsigned port, std::uint8_t classes);

  PauseSettings settings_;
  std::vector<Port> ports_;
  std::array<OfClass, kMaxClasses> classes_{};
  PortMask sending_ = 0;  // links with a frame under way
  PortMask coming_ = 0;   // hosts with an effect to come
  PortMask switches_ = 0;
  std::vector<Frame> begun_;
};

}  // namespace xb
