// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "host/link/pause_settings.h"
#include "host/wires/port_set.h"

namespace xb {

/// The pause units of a switch's ports, and what their hosts make of the frames.
///
/// Port i sends a frame over its output link when its input holds `xoff_beats`, and another one when it holds
/// `xon_beats` again. A frame does not interrupt a packet, and goes before the next one. The host starts no
/// packet while it is to pause; one that it has begun goes on.
/// Times are the switch's: a packet that a host may not start would have come in in the cycles named here.
class PauseUnits {
 public:
  PauseUnits(unsigned ports, const PauseSettings& settings);
  /// The host takes a beat in every so many cycles.
  void set_period(unsigned port, std::uint32_t cycles) { ports_[port].period = cycles; }

  /// Beats that input `port` holds, as shown in the last cycle.
  void hold(unsigned port, std::uint64_t beats);
  /// To be called before cycle `now`, each in turn: output links of `within_packet` have sent some beats of a
  /// packet, not all. Returns the links that a frame takes in this cycle.
  PortMask before_cycle(std::uint64_t now, PortMask within_packet);
  /// The inputs at which no packet may begin in this cycle.
  [[nodiscard]] PortMask paused() const { return paused_; }
  /// A frame is on its way, or wanted.
  [[nodiscard]] bool busy() const { return asks_ != told_ || sending_ != 0 || coming_ != 0; }

  /// Since the start: frames of each kind begun.
  [[nodiscard]] std::uint64_t pauses() const { return pauses_; }
  [[nodiscard]] std::uint64_t resumes() const { return resumes_; }

 private:
  struct Effect {
    std::uint64_t cycle;
    bool pause;
  };
  struct Port {
    std::uint32_t period = 1;
    std::uint64_t frame_end = 0;  // first cycle after the frame that is being sent
    Ring<Effect> effects;         // frames sent whose effect is still to come
  };
  void send(unsigned port, std::uint64_t now);

  PauseSettings settings_;
  std::vector<Port> ports_;
  PortMask asks_ = 0;     // inputs whose hosts are to pause
  PortMask told_ = 0;     // those whose last frame said so
  PortMask sending_ = 0;  // links with a frame under way
  PortMask coming_ = 0;   // hosts with an effect to come
  PortMask paused_ = 0;
  std::uint64_t pauses_ = 0, resumes_ = 0;
};

}  // namespace xb
