// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/link/switch_wires.h"

namespace xb {

/// Tells when a switch is at rest. While no beat moves and the hosts do the same in every cycle, all that is
/// in it comes to where it waits, and from then on its state repeats (SwitchModel::rest_period()). At rest is
/// a switch that has had the time for that and has shown the same all along.
class RestWatch {
 public:
  /// `route_delay`: cycles that a packet's route takes. `words_wait`: in words of a memory that ports visit
  /// in turn, packets may wait for others, and nothing shows it.
  RestWatch(unsigned ports, unsigned queues, std::uint32_t route_delay, bool words_wait);

  /// A beat moved in this cycle.
  void moved() { still_cycles_ = 0; }
  /// None moved; costs little before some cycles in a row.
  void still(const SwitchInputs& in, const SwitchOutputs& out) {
    if (++still_cycles_ >= kLooks) look(in, out);
  }
  [[nodiscard]] bool at_rest() const { return still_cycles_ > kLooks + settle_cycles_; }

 private:
  static constexpr std::uint64_t kLooks = 16;           // cycles in a row from which on to look closely
  static constexpr std::uint64_t kPipelineCycles = 64;  // more than a beat spends in registers

  /// What says in a word per kind who does what.
  using Masks = std::array<PortMask, 9>;
  static Masks masks(const SwitchInputs& in, const SwitchOutputs& out);
  void look(const SwitchInputs& in, const SwitchOutputs& out);
  [[nodiscard]] bool shows_the_same(const SwitchInputs& in, const SwitchOutputs& out) const;

  std::uint64_t ports_, route_delay_, turns_cycles_;
  std::uint64_t still_cycles_ = 0, settle_cycles_ = 0;
  Masks masks_{};
  std::vector<std::uint32_t> occupancy_;
  std::vector<std::uint8_t> blocked_by_, pool_by_;
  std::vector<PortMask> victims_;
};

}  // namespace xb
