// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "systemc/input_queue.h"
#include "systemc/occupancy.h"
#include "systemc/packet_arbiter.h"
#include "systemc/pool_probe.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_input: the algorithm, stepped once a cycle, without the SystemC kernel.
///
/// All outputs are functions of the state: between two step() calls they show the current cycle.
/// \code
///   SwitchInput sw({16, 1, 1024});
///   for (;;) {
///     read sw.s_tready(), sw.m_tvalid(), ...;   // this cycle
///     sw.step(inputs);                          // clock edge
///   }
/// \endcode
class SwitchInput {
 public:
  explicit SwitchInput(const Params& params);

  void reset();
  void step(const Inputs& in);

  /// Cycles that skip() may take at once if the handshake goes on as in the last step: the same beats offered
  /// and receivers ready, no first or last beats accepted.
  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;
  /// `n` <= steady(in) such steps at once. Only without payload.
  void skip(std::uint32_t n);
  /// In these steps as many beats enter each queue as leave it.
  [[nodiscard]] bool balanced() const { return last_pop_ == last_taken_ && !settings_.drop; }

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return params_.ports; }
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  /// The beat that output `port` offers; only where m_tvalid.
  [[nodiscard]] Side m_side(unsigned port) const { return selected(port).head_side(); }
  [[nodiscard]] Marks m_marks() const { return {m_tuser_ & m_tvalid_, m_tlast_ & m_tvalid_}; }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return selected(port).head_data(); }
  /// Beats and packets per queue, and what the last step changed.
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return queues_[input].misrouted_packets();
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return queues_[queue].refused_packets(); }
  /// Inputs whose head was blocked in the last cycle, and how.
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return queues_[input].probe().flags(); }
  /// Inputs held off or discarding in the last cycle because their FIFO is full of packets for other outputs,
  /// and the output that holds most of it.
  [[nodiscard]] PortMask pool() const { return pool_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return pool_.by(input); }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  [[nodiscard]] const InputQueue& selected(unsigned output) const {
    return queues_[arbiters_[output].selected()];
  }
  void observe(PortMask m_tready, PortMask pop);
  [[nodiscard]] PoolProbe::Offer offer(const Inputs& in, PortMask discarded) const {
    return {in.s_tvalid & ~s_tready_, discarded, in.m_tready & ~m_tvalid_, in.s_tdest};
  }
  [[nodiscard]] auto serves_other() const {
    return [this](unsigned input, unsigned output) {
      return (locked_ & bit(output)) != 0 && arbiters_[output].selected() != input;
    };
  }
  [[nodiscard]] PortMask refused(PortMask taken) const;
  void move(const Inputs& in, PortMask moved, PortMask pop, PortMask taken, PortMask discarded,
            bool reconfigured);
  void move_cells(const Inputs& in, PortMask moved, PortMask pop, PortMask taken);
  void count_waiting(unsigned input);
  /// Packets for output `j` begin to wait at input `i`, or no longer do.
  void put_waiting(unsigned i, unsigned j, bool wait) {
    waiting_seen_[i] ^= bit(j);
    waiting_at_[j] += wait ? 1U : ~0U;
    put_port(waiting_, j, waiting_at_[j] != 0);
  }
  bool flow_one(unsigned input, bool pops, bool takes);
  [[nodiscard]] PortMask pass_marks(PortMask both, PortMask last, PortMask flowing);
  [[nodiscard]] PortMask follow(const Inputs& in, PortMask inputs);
  void begin_through(unsigned input);
  void end_through(PortMask inputs);
  void set_limits();
  void refresh(unsigned input);
  void show(PortMask inputs);
  [[nodiscard]] bool flows_on(PortMask m_tready, PortMask pop) const;
  void mark(unsigned output, const Side& offered) {
    m_tuser_ = (m_tuser_ & ~bit(output)) | PortMask{offered.user} << output;
    m_tlast_ = (m_tlast_ & ~bit(output)) | PortMask{offered.last} << output;
  }

  Params params_;
  unsigned beat_stride_;
  Settings settings_;              // registered, and bounded
  std::optional<Settings> asked_;  // what they are bounded from; none since reset
  std::uint32_t now_ = 0;
  bool loaded_ = false;
  bool cells_only_ = false;              // packets of one beat may bid at once, and have no payload
  std::vector<InputQueue> queues_;       // per input
  std::vector<PacketArbiter> arbiters_;  // per output
  Occupancy occupancy_;
  PoolProbe pool_;
  AdmissionLimits limits_;  // for it
  PortMask s_tready_ = 0, m_tvalid_ = 0, locked_ = 0, idle_with_work_ = 0, blocked_ = 0;
  PortMask heads_ = 0;                               // inputs: whose head an output shows ...
  PortMask entering_ = 0, leaving_ = 0;              // ... that have begun to take a packet, to send the head
  PortMask mixed_ = 0;                               // ... that hold something else than cells
  PortMask beats_ = 0, bids_ = 0, routing_ = 0;      // ... that have a beat, may move, wait for the route
  std::array<PortMask, kMaxPorts> requests_{};       // per output: inputs that have a packet to start
  std::array<std::uint8_t, kMaxPorts> requested_{};  // per input: the output it asks for ...
  PortMask asking_ = 0;                              // ... if it does
  std::array<std::uint32_t, kMaxPorts> waiting_at_{};  // per output: inputs at which a packet for it waits
  std::array<PortMask, kMaxPorts> waiting_seen_{};
  PortMask waiting_ = 0;
  PortMask stale_outputs_ = 0;
  PortMask refusing_ = 0;  // inputs in the middle of a packet that is discarded for want of room
  // Inputs of which a packet flows through, beat for beat, and the first step that is not counted yet.
  PortMask through_ = 0;
  std::array<std::uint32_t, kMaxPorts> through_since_{};
  PortMask m_tuser_ = 0, m_tlast_ = 0;  // of the beats on offer
  // The last step, for steady().
  PortMask last_pop_ = 0, last_taken_ = 0, last_ready_ = 0;
  bool quiet_ = false;
};
static_assert(is_twin<SwitchInput>);

}  // namespace xb::twin
