// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_ccf.h"

#include <algorithm>

namespace xb::twin {

SwitchCcf::SwitchCcf(const Params& params)
    : VoqSwitch(params), critical_(params.ports), outputs_(params.ports) {
  reset();
}

void SwitchCcf::reset() {
  VoqSwitch::reset();
  critical_.reset();
  for (Output& output : outputs_) output = {};
  moving_.clear();
  phase_ = 0;
  m_tvalid_ = 0;
  starved_.reset();
}

/// Outputs with room, cells on their way there included.
PortMask SwitchCcf::out_free() const {
  std::array<std::size_t, kMaxPorts> beats{};
  for (const auto& [output, cell] : moving_) ++beats[output];
  PortMask free = 0;
  for (unsigned j = 0; j < outputs_.size(); ++j) {
    beats[j] += outputs_[j].cells.size() + ((m_tvalid_ & bit(j)) != 0 ? 1 : 0);
    if (beats[j] < inputs_.settings().output_depth) free |= bit(j);
  }
  return free;
}

void SwitchCcf::step(const Inputs& in) {
  const unsigned period = 2 * params().ports;
  const bool pauses = params().beat_cycles == 2 && phase_ == period - 1;
  const PortMask work = critical_.work();
  const PortMask matched = pauses ? 0 : critical_.match(out_free());
  const PortMask delivered = m_tvalid_ & in.m_tready;
  inputs_.begin(in, m_tvalid_, [](unsigned, unsigned) { return false; });
  starved_.observe(work, in.m_tready & ~m_tvalid_);

  const auto arrive = [&](unsigned i, unsigned j, std::uint32_t) { critical_.arrive(i, j); };
  inputs_.route(arrive);
  for_each_port(delivered, [&](unsigned j) { counters_.leave(outputs_[j].shown.source, j, 1, true); });
  m_tvalid_ &= ~delivered;
  arrive_at_outputs();
  for_each_port(matched, [&](unsigned i) { move(i); });
  inputs_.accept(in, counters_, arrive);
  inputs_.clock(in, matched);
  phase_ = (phase_ + 1) % period;
  if (phase_ % params().beat_cycles == 0) show();
}

void SwitchCcf::move(unsigned input) {
  const unsigned output = critical_.dest(input);
  Cell cell{critical_.number(input), static_cast<std::uint8_t>(input), {}};
  const std::uint64_t* const data = inputs_[input].queue(output).data();
  std::copy_n(data, std::max(1U, params().beat_words()), cell.words.begin());
  moving_.emplace_back(output, cell);
  inputs_[input].pop(output, true);
}

void SwitchCcf::arrive_at_outputs() {
  for (const auto& [output, cell] : moving_) {
    auto& cells = outputs_[output].cells;
    // Numbers go round.
    const auto later = [](const Cell& a, const Cell& b) {
      return static_cast<std::int32_t>(a.number - b.number) > 0;
    };
    cells.insert(std::lower_bound(cells.begin(), cells.end(), cell, later), cell);
  }
  moving_.clear();
}

/// An output that has been served takes the next cell.
void SwitchCcf::show() {
  for (unsigned j = 0; j < outputs_.size(); ++j) {
    Output& output = outputs_[j];
    if ((m_tvalid_ & bit(j)) != 0 || output.cells.empty()) continue;
    output.shown = output.cells.back();
    output.cells.pop_back();
    m_tvalid_ |= bit(j);
  }
}

}  // namespace xb::twin
