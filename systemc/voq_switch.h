// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/flow_counters.h"
#include "systemc/twin.h"
#include "systemc/voq_inputs.h"
#include "systemc/voq_transfer.h"
#include "systemc/wires.h"

namespace xb::twin {

/// What a switch with these memories at its inputs shows of them.
///
/// \tparam Memories, Counters: VoqInputs or VoqClassInputs; VoqCounters or InputCounters.
template <class Memories, class Counters>
class VoqSwitch : public NeverBlocked {
 public:
  [[nodiscard]] const Params& params() const { return inputs_.params(); }
  [[nodiscard]] unsigned queues() const { return counters_.queues(); }
  [[nodiscard]] PortMask s_tready() const { return inputs_.s_tready(); }
  /// Beats and packets per queue, of all classes, and what the last step changed.
  [[nodiscard]] Occupancy& occupancy() { return counters_.occupancy(); }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_.misrouted_packets(input);
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return counters_.drop_full(queue); }
  [[nodiscard]] PortMask pool() const { return inputs_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return inputs_.pool_by(input); }
  /// Beats in an input's memory for an output.
  [[nodiscard]] std::uint32_t memory_beats(unsigned input, unsigned output) const {
    return inputs_[input].beats_for(output);
  }

 protected:
  explicit VoqSwitch(const Params& params) : inputs_(params), counters_(params) {}

  void reset() {
    inputs_.reset();
    counters_.reset();
  }

  Memories inputs_;
  Counters counters_;
};

/// The same with a central matching, and a queue at each output.
template <class Counters>
class MatchedSwitch : public VoqSwitch<VoqInputs, Counters> {
  using Base = VoqSwitch<VoqInputs, Counters>;

 public:
  void skip(std::uint32_t n) {
    this->inputs_.skip(n, last_popped_, transfer_.dests(), this->counters_);
    for_each_port(last_popped_, [&](unsigned i) { transfer_.skip_carried(i, n); });
    for_each_port(last_delivered_, [&](unsigned j) {
      this->counters_.leave(transfer_.output(j).head().dest, j, n, false);
      transfer_.skip_delivered(j, n);
    });
  }
  [[nodiscard]] static bool balanced() { return false; }

  [[nodiscard]] PortMask m_tvalid() const { return transfer_.m_tvalid(); }
  [[nodiscard]] Side m_side(unsigned port) const { return transfer_.m_side(port); }
  [[nodiscard]] Marks m_marks() const { return transfer_.m_marks(); }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return transfer_.output(port).data(); }
  [[nodiscard]] PortMask idle_with_work() const { return transfer_.starved(); }

 protected:
  explicit MatchedSwitch(const Params& params) : Base(params), transfer_(params) {}

  void reset() {
    Base::reset();
    transfer_.reset();
    loaded_ = quiet_ = false;
    last_popped_ = last_delivered_ = 0;
  }
  [[nodiscard]] auto serves_other() const {
    return [this](unsigned input, unsigned output) { return transfer_.serves_other(output, input); };
  }

  VoqTransfer transfer_;
  bool loaded_ = false;
  // The last step, for steady().
  PortMask last_popped_ = 0, last_delivered_ = 0;
  bool quiet_ = false;
};

}  // namespace xb::twin
