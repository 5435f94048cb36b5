// SPDX-License-Identifier: Apache-2.0
// Steps of the memory switch in which nothing is decided, many at once.
#include <algorithm>

#include "systemc/memory_switch.h"

namespace xb::twin {

std::uint32_t MemorySwitch::steady(const Inputs& in) const {
  // A word to write, or one on its way to an output, is decided upon or changes a count each cycle; and a
  // word just discarded has changed a count by more than beats that move do.
  if (params_.data_words != 0 || discarded_ || words_ != 0 || waits_ != 0 || tight_ != 0 || blocked_ != 0 ||
      landing_beats_ != 0)
    return 0;
  if (asked_ != in.settings || taken_ != (in.s_tvalid & s_tready_) || given_ != (m_tvalid_ & in.m_tready))
    return 0;
  if (pool_ != owing_) return 0;
  const std::uint32_t inputs = std::min(quiet_inputs(in), quiet_flags());
  return inputs == 0 ? 0 : std::min(inputs, quiet_outputs(in.m_tready));
}

/// Cycles before an input's flag for beats discarded falls.
std::uint32_t MemorySwitch::quiet_flags() const {
  std::uint32_t cycles = ~std::uint32_t{0};
  for_each_port(owing_, [&](unsigned i) {
    cycles = inputs_[i].pool_by == inputs_[i].blame ? std::min(cycles, inputs_[i].owed - 1) : 0;
  });
  return cycles;
}

/// Cycles before an input's beats complete a word.
std::uint32_t MemorySwitch::quiet_inputs(const Inputs& in) const {
  std::uint32_t cycles = ~std::uint32_t{0};
  for_each_port(taken_, [&](unsigned i) {
    const IngressStage& stage = inputs_[i].stage;
    const bool counts = stage.in_packet() && (in.s_tlast & bit(i)) == 0;
    cycles = std::min(cycles, counts ? stage.beats_missing() - inputs_[i].run.moved() - 1 : 0);
  });
  return cycles;
}

/// Cycles before an output reads a word or changes what it shows, beyond counts.
std::uint32_t MemorySwitch::quiet_outputs(PortMask m_tready) const {
  std::uint32_t cycles = ~std::uint32_t{0};
  PortMask waiting = 0;
  for_each_port(busy_, [&](unsigned j) {
    const Output& output = outputs_[j];
    const bool sends = (given_ & bit(j)) != 0;
    if (sends) {
      const auto& packet = lists_[output.packets.front()];
      // Not the last beat on offer, of its packet or of all; a packet's first one shows as such.
      const std::uint32_t moved = output.run.moved();
      const std::uint32_t beats = std::min(output.shown, packet.end() - packet.sent) - moved;
      cycles = std::min(cycles, packet.sent + moved == packet.begin ? 0 : beats - 1);
    }
    const auto& list = lists_.list(j);
    if (list.head == PacketLists::kNone || lists_.starved(j)) return;
    const auto& head = lists_[list.head];
    if (head.out == 0 && !list.eligible) {
      // Not routed yet; once it is, the next turn decides.
      const std::uint32_t age = static_cast<std::uint32_t>(now_) - head.stamp;
      cycles = std::min(cycles, age <= settings_.route_delay ? settings_.route_delay - age : 0);
      return;
    }
    waiting |= bit(j);
    const std::uint32_t most = params_.ports + 1;
    const std::uint32_t staged = output.staged - output.run.moved();
    if (head.out != 0 || staged <= most) {
      cycles = 0;
    } else if (sends) {
      cycles = std::min(cycles, staged - most - 1);
    }
  });
  // Every turn would leave this set, and the flags that follow from it, as they are.
  const bool settled = left_over_ == waiting && idle_with_work_ == (m_tready & ~m_tvalid_ & left_over_);
  return settled ? cycles : 0;
}

void MemorySwitch::skip(std::uint32_t n) {
  for_each_port(taken_, [&](unsigned i) {
    IngressStage& stage = inputs_[i].stage;
    settle(inputs_[i]);
    stage.skip(n);
    start_run(i);
    occupancy_.add(stage.destination(), n, 0);
    if (stage.tight()) tight_ |= bit(i);
  });
  for_each_port(given_, [&](unsigned j) {
    Output& output = outputs_[j];
    settle(output);
    lists_[output.packets.front()].sent += n;
    output.shown -= n;
    output.staged -= n;
    occupancy_.add(j, 0U - n, 0);
    show_front(j);
  });
  for_each_port(owing_, [&](unsigned i) { inputs_[i].owed -= n; });
  // Each turn that passes finds what the one before it did.
  PortMask turned = ~PortMask{0} >> (64 - params_.ports);
  if (n < params_.ports) {
    turned = 0;
    for (std::uint32_t k = 0; k < n; ++k) turned |= bit((turn_ + k) % params_.ports);
  }
  left_before_ = (left_before_ & ~turned) | (left_over_ & turned);
  now_ += n;
  round_ = (round_ + (turn_ + std::uint64_t{n}) / params_.ports) % params_.ports;
  turn_ = (turn_ + n % params_.ports) % params_.ports;
}

}  // namespace xb::twin
