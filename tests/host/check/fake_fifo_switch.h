// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "host/link/switch_model.h"

namespace xb {

/// The switch `input` under cut-through and back-pressure, written as plainly as its page describes it:
/// endless FIFOs, round robin. 64-bit beats. Tests derive broken ones.
class FakeFifoSwitch : public SwitchModel {
 public:
  explicit FakeFifoSwitch(unsigned ports)
      : ports_(ports), fifos_(ports), holder_(ports, kNone), next_(ports) {}

  void reset(const SwitchSettings& /*settings*/) override {
    fifos_.assign(ports_, {});
    holder_.assign(ports_, kNone);
    next_.assign(ports_, 0);
    flags_ = {};
    now = 0;
  }
  void show(SwitchOutputs& out) override {
    fill(out);
    tamper(out);
    s_tready_ = out.s_tready;
    m_tvalid_ = out.m_tvalid;
  }
  void clock(const SwitchInputs& in) override {
    observe(in);
    for_each_port(m_tvalid_ & in.m_tready, [&](unsigned output) {
      auto& fifo = fifos_[holder_[output]];
      if (fifo.front().last) holder_[output] = kNone;
      fifo.pop_front();
    });
    for_each_port(in.s_tvalid & s_tready_, [&](unsigned input) {
      fifos_[input].push_back({in.s_tdata[input], (in.s_tuser >> input & 1U) != 0,
                               (in.s_tlast >> input & 1U) != 0, in.s_tdest[input]});
    });
    ++now;
  }

  std::uint64_t now = 0;

 protected:
  /// A broken switch shows something else, or picks another bidder for an output.
  virtual void tamper(SwitchOutputs& /*out*/) {}
  virtual unsigned pick(unsigned output, PortMask bidders) {
    unsigned input = next_[output];
    while ((bidders >> input & 1U) == 0) input = (input + 1) % ports_;
    next_[output] = (input + 1) % ports_;
    return input;
  }

 private:
  struct Beat {
    std::uint64_t data;
    bool first, last;
    unsigned destination;
  };
  static constexpr unsigned kNone = ~0U;

  void fill(SwitchOutputs& out) {
    out = flags_;
    out.s_tready = all_ports(ports_);
    std::array<PortMask, kMaxPorts> bidders{};
    for (unsigned input = 0; input < ports_; ++input) {
      const auto& fifo = fifos_[input];
      out.occ_beats[input] = static_cast<std::uint32_t>(fifo.size());
      out.occ_packets[input] = fifo.empty() || fifo.front().first ? 0 : 1;
      for (const Beat& beat : fifo) out.occ_packets[input] += beat.first ? 1 : 0;
      if (fifo.empty()) out.occ_packets[input] = is_held(input) ? 1 : 0;
      if (!fifo.empty() && fifo.front().first) bidders[fifo.front().destination] |= PortMask{1} << input;
    }
    for (unsigned output = 0; output < ports_; ++output) {
      if (holder_[output] == kNone && bidders[output] != 0) holder_[output] = pick(output, bidders[output]);
      if (holder_[output] == kNone || fifos_[holder_[output]].empty()) continue;
      const Beat& beat = fifos_[holder_[output]].front();
      const PortMask bit = PortMask{1} << output;
      out.m_tvalid |= bit;
      if (beat.first) out.m_tuser |= bit;
      if (beat.last) out.m_tlast |= bit;
      out.m_tdest[output] = static_cast<std::uint8_t>(output);
      out.m_tdata[output] = beat.data;
    }
  }

  /// The flags to show in the next cycle.
  void observe(const SwitchInputs& in) {
    flags_ = {};
    PortMask idle_ready = in.m_tready & ~m_tvalid_ & all_ports(ports_);
    for (unsigned output = 0; output < ports_; ++output) {
      if (holder_[output] != kNone) idle_ready &= ~(PortMask{1} << output);
    }
    for (unsigned input = 0; input < ports_; ++input) {
      const auto& fifo = fifos_[input];
      PortMask waiting = 0;
      for (const Beat& beat : fifo) waiting |= beat.first ? PortMask{1} << beat.destination : 0;
      flags_.idle_with_work |= waiting & in.m_tready & ~m_tvalid_;
      if (fifo.empty()) continue;
      const PortMask bit = PortMask{1} << input;
      const unsigned output = fifo.front().destination;
      const bool own = holder_[output] == input;
      if (own && (in.m_tready >> output & 1U) != 0) continue;
      flags_.blocked |= bit;
      if (own) flags_.blocked_backpressure |= bit;
      flags_.blocked_by[input] = static_cast<std::uint8_t>(output);
      flags_.hol_victims[input] = waiting & idle_ready;
      if ((waiting & idle_ready) != 0) flags_.hol |= bit;
    }
  }
  [[nodiscard]] bool is_held(unsigned input) const {
    for (const unsigned holder : holder_) {
      if (holder == input) return true;
    }
    return false;
  }

  unsigned ports_;
  PortMask s_tready_ = 0, m_tvalid_ = 0;  // as shown in this cycle
  std::vector<std::deque<Beat>> fifos_;
  std::vector<unsigned> holder_, next_;  // per output: the input that it serves, the one whose turn it is
  SwitchOutputs flags_{};
};

}  // namespace xb
