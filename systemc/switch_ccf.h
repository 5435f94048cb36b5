// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/critical_cells.h"
#include "systemc/flow_counters.h"
#include "systemc/starved_outputs.h"
#include "systemc/twin.h"
#include "systemc/voq_switch.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Virtual output queues as in SwitchVoq, whose matching is CriticalCells and whose outputs send cells in the
/// order in which they came to the switch. No RTL does this. Packets have one beat. With `beat_cycles` 2 its
/// speed-up is 2 - 1/N: of 2 N cycles one has no matching, and an output offers another cell in cycles only
/// in which links move beats.
class SwitchCcf : public VoqSwitch<VoqInputs, VoqCounters>, public NeverSkipped {
 public:
  explicit SwitchCcf(const Params& params);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  [[nodiscard]] Side m_side(unsigned port) const { return {static_cast<std::uint8_t>(port), true, true}; }
  [[nodiscard]] Marks m_marks() const { return {m_tvalid_, m_tvalid_}; }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const {
    return outputs_[port].shown.words.data();
  }
  [[nodiscard]] PortMask idle_with_work() const { return starved_.starved(); }

 private:
  struct Cell {
    std::uint32_t number;
    std::uint8_t source;
    std::array<std::uint64_t, kMaxBeatWords> words;
  };
  struct Output {
    std::vector<Cell> cells;  // the one to be sent first is the last
    Cell shown;
  };

  [[nodiscard]] PortMask out_free() const;
  void move(unsigned input);
  void arrive_at_outputs();
  void show();

  CriticalCells critical_;
  std::vector<Output> outputs_;
  std::vector<std::pair<unsigned, Cell>> moving_;  // on their way to an output, a cycle
  unsigned phase_ = 0;                             // cycles since reset, modulo 2 N
  PortMask m_tvalid_ = 0;
  StarvedOutputs starved_;
};
static_assert(is_twin<SwitchCcf>);

}  // namespace xb::twin
