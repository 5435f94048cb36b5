// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "host/link/switch_model.h"

namespace xb {

/// An ideal switch for tests of what drives switches: an endless queue per (input, output), so that nothing
/// is ever blocked by anything but its own output; one cycle through; an output sends packets whole.
/// 64-bit beats. Tests derive broken ones.
class FakeSwitch : public SwitchModel {
 public:
  explicit FakeSwitch(unsigned ports)
      : ports_(ports), queues_(ports * ports), entering_(ports * ports), reading_(ports, kNone) {}

  void reset(const SwitchSettings& /*settings*/) override {
    for (auto& queue : queues_) queue.clear();
    std::fill(reading_.begin(), reading_.end(), kNone);
  }
  void show(SwitchOutputs& out) override {
    fill(out);
    tamper(out);
    s_tready_ = out.s_tready;
    m_tvalid_ = out.m_tvalid;
  }
  void clock(const SwitchInputs& in) override {
    for_each_port(m_tvalid_ & in.m_tready, [&](unsigned output) { pop(output); });
    for_each_port(in.s_tvalid & s_tready_, [&](unsigned input) {
      const PortMask bit = PortMask{1} << input;
      queues_[input * ports_ + in.s_tdest[input]].push_back(
          {in.s_tdata[input], (in.s_tuser & bit) != 0, (in.s_tlast & bit) != 0});
      entering_[input * ports_ + in.s_tdest[input]] = (in.s_tlast & bit) == 0;
    });
    ++now;
  }

  /// Nothing is blocked, whatever the configuration calls it.
  [[nodiscard]] bool as_named() const override { return false; }

  std::uint64_t now = 0;

 protected:
  struct Beat {
    std::uint64_t data;
    bool first, last;
  };
  /// A broken switch shows something else.
  virtual void tamper(SwitchOutputs& /*out*/) {}

  [[nodiscard]] std::deque<Beat>& queue(unsigned input, unsigned output) {
    return queues_[input * ports_ + output];
  }

  /// An output chooses its input anew.
  void release(unsigned output) { reading_[output] = kNone; }

  static constexpr unsigned kNone = ~0U;
  const unsigned ports_;

 private:
  void fill(SwitchOutputs& out) {
    out = {};
    out.s_tready = all_ports(ports_);
    for (unsigned output = 0; output < ports_; ++output) {
      for (unsigned i = 0; i < ports_; ++i) {
        out.occ_beats[i] += static_cast<std::uint32_t>(queue(i, output).size());
        for (const Beat& beat : queue(i, output)) out.occ_packets[i] += beat.last ? 1 : 0;
        out.occ_packets[i] += entering_[i * ports_ + output] ? 1 : 0;
        if (reading_[output] == kNone && !queue(i, output).empty()) reading_[output] = i;
      }
      if (reading_[output] == kNone || queue(reading_[output], output).empty()) continue;
      const Beat& beat = queue(reading_[output], output).front();
      const PortMask bit = PortMask{1} << output;
      out.m_tvalid |= bit;
      if (beat.first) out.m_tuser |= bit;
      if (beat.last) out.m_tlast |= bit;
      out.m_tdest[output] = static_cast<std::uint8_t>(output);
      out.m_tdata[output] = beat.data;
    }
  }
  void pop(unsigned output) {
    auto& source = queue(reading_[output], output);
    if (source.front().last) reading_[output] = kNone;
    source.pop_front();
  }

  PortMask s_tready_ = 0, m_tvalid_ = 0;  // as shown in this cycle
  std::vector<std::deque<Beat>> queues_;
  std::vector<bool> entering_;     // the last beat of the packet at the end has not come yet
  std::vector<unsigned> reading_;  // per output: the input that it serves
};

}  // namespace xb
