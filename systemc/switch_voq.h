// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "systemc/hol_probe.h"
#include "systemc/occupancy.h"
#include "systemc/pool_probe.h"
#include "systemc/voq_input.h"
#include "systemc/voq_matcher.h"
#include "systemc/voq_transfer.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_voq: virtual output queues, a central matching, output queues. Stepped once a cycle;
/// between two step() calls it shows the current cycle, as SwitchInput does.
class SwitchVoq {
 public:
  explicit SwitchVoq(const Params& params);

  void reset();
  void step(const Inputs& in);

  /// Cycles that skip() may take at once if the handshake goes on as in the last step: the same beats offered
  /// and receivers ready, no first or last beats accepted.
  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;
  /// `n` <= steady(in) such steps at once. Only without payload.
  void skip(std::uint32_t n);

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return params_.ports * params_.ports; }
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] PortMask m_tvalid() const { return transfer_.m_tvalid(); }
  /// The beat that output `port` offers; only where m_tvalid.
  [[nodiscard]] Side m_side(unsigned port) const {
    const Side side = transfer_.output(port).side();
    return {static_cast<std::uint8_t>(port), side.user, side.last};
  }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return transfer_.output(port).data(); }
  /// Beats and packets per queue, and what the last step changed.
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_[input].misrouted_packets();
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return refused_packets_[queue]; }
  /// No FIFO inputs, hence no head-of-line flags.
  [[nodiscard]] PortMask blocked() const { return 0; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned) const { return no_flags_; }
  /// Inputs held off or discarding in the last cycle because their memory is full of packets for other
  /// outputs, and the output that holds most of it.
  [[nodiscard]] PortMask pool() const { return pool_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return pool_.by(input); }
  /// Beats in an input's memory for an output.
  [[nodiscard]] std::uint32_t memory_beats(unsigned input, unsigned output) const {
    return inputs_[input].beats_for(output);
  }
  [[nodiscard]] PortMask idle_with_work() const { return transfer_.starved(); }

 private:
  [[nodiscard]] PortMask all_ports() const { return ~PortMask{0} >> (kMaxPorts - params_.ports); }
  [[nodiscard]] PortMask refused(const Inputs& in, PortMask taken) const;
  void accept(const Inputs& in, PortMask taken, PortMask refused);
  [[nodiscard]] PoolProbe::Offer offer(const Inputs& in, PortMask discarded) const {
    return {in.s_tvalid & ~s_tready_, discarded, in.m_tready & ~transfer_.m_tvalid(), in.s_tdest};
  }
  [[nodiscard]] auto serves_other() const {
    return [this](unsigned input, unsigned output) { return transfer_.serves_other(output, input); };
  }
  void show(PortMask inputs);

  Params params_;
  Settings settings_;              // registered, and bounded
  std::optional<Settings> asked_;  // what they are bounded from; none since reset
  std::uint32_t now_ = 0;
  bool loaded_ = false;
  std::vector<VoqInput> inputs_;
  VoqMatcher matcher_;
  VoqTransfer transfer_;
  PortMask delaying_ = 0;             // inputs with packets that wait for their routing delay
  PortMask refusing_ = 0, full_ = 0;  // inputs that discard what comes, have no room
  PortMask s_tready_ = 0;
  Occupancy occupancy_;
  PoolProbe pool_;
  AdmissionLimits limits_;
  std::vector<std::uint32_t> refused_packets_;
  HolFlags no_flags_;
  // The last step, for steady().
  PortMask last_popped_ = 0, last_taken_ = 0, last_delivered_ = 0;
  bool quiet_ = false;
};

}  // namespace xb::twin
