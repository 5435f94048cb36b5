// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/link/packet.h"
#include "host/link/switch_model.h"

namespace xb {

/// What is wrong with a switch.
enum class Fault {
  None,
  DroppedBeat,       ///< one beat of an output is taken out of the switch, and nobody gets it
  SwappedPackets,    ///< two inputs that take packets in one cycle put each the other's first beat away
  DoubleGrant,       ///< an idle output sends what another one began to send last, too
  OffByOne,          ///< the first queue that fills counts one beat more, from then on
  LateGrant,         ///< a packet begins to leave a cycle later than it could
  LateReady,         ///< an input that could take a beat is not ready, for one cycle
  WrongPointerReset  ///< pointers and turns are not as after a reset: packets have been through since
};

/// A switch of any engine with a fault put in at its wires; what follows from it is the switch's own. Once,
/// as early as it can be. Output 0 is left alone: in some cases its receiver is slow, and a beat may wait.
class FaultySwitch : public SwitchModel {
 public:
  FaultySwitch(std::unique_ptr<SwitchModel> inner, Fault fault, unsigned ports, unsigned data_words)
      : inner_(std::move(inner)), fault_(fault), ports_(ports), stride_(std::max(1U, data_words)) {}

  void reset(const SwitchSettings& settings) override {
    inner_->reset(settings);
    used_ = false;
  }
  void show(SwitchOutputs& out) override {
    if (fault_ == Fault::WrongPointerReset && !used_) use();
    used_ = true;
    inner_->show(own_);
    out = own_;
    out.touched_known = false;
    lost_ = late_ = held_ = 0;
    if (fault_ == Fault::OffByOne)
      count_more(out);
    else if (!done_)
      done_ = plant(out);
    const PortMask begin = own_.m_tvalid & own_.m_tuser & others();
    if (begin != 0) last_ = lowest_port(begin);
    if (begin != 0) last_data_.assign(data(own_, *last_), data(own_, *last_) + stride_);
  }
  void clock(const SwitchInputs& in) override {
    SwitchInputs own = in;
    own.m_tready = (in.m_tready | lost_) & ~late_;
    own.s_tvalid &= ~held_;
    if (fault_ == Fault::SwappedPackets && !done_) done_ = swap(own);
    inner_->clock(own);
  }
  [[nodiscard]] bool carries_payload() const override { return inner_->carries_payload(); }
  [[nodiscard]] bool as_named() const override { return inner_->as_named(); }

 private:
  [[nodiscard]] PortMask others() const { return all_ports(ports_) & ~bit(0); }
  std::uint64_t* data(SwitchOutputs& out, unsigned port) const { return out.m_tdata + port * stride_; }

  /// Whether the fault is in this cycle.
  bool plant(SwitchOutputs& out) {
    const PortMask begin = out.m_tvalid & out.m_tuser & others();
    const PortMask idle = others() & ~out.m_tvalid;
    switch (fault_) {
      case Fault::DroppedBeat:
        if ((out.m_tvalid & others()) == 0) return false;
        lost_ = bit(lowest_port(out.m_tvalid & others()));
        out.m_tvalid &= ~lost_;
        return true;
      case Fault::LateGrant:
        if (begin == 0) return false;
        late_ = bit(lowest_port(begin));
        out.m_tvalid &= ~late_;
        return true;
      case Fault::LateReady:
        if (out.s_tready == 0) return false;
        held_ = bit(lowest_port(out.s_tready));
        out.s_tready &= ~held_;
        return true;
      case Fault::DoubleGrant: {
        if (!last_ || (idle & ~bit(*last_)) == 0) return false;
        const unsigned to = lowest_port(idle & ~bit(*last_));
        for (PortMask* const mask : {&out.m_tvalid, &out.m_tuser, &out.m_tlast}) *mask |= bit(to);
        out.m_tdest[to] = static_cast<std::uint8_t>(*last_);
        std::copy(last_data_.begin(), last_data_.end(), data(out, to));
        return true;
      }
      default:
        return false;
    }
  }

  /// Likewise at the inputs.
  bool swap(SwitchInputs& in) const {
    const PortMask begin = in.s_tvalid & in.s_tuser & own_.s_tready, rest = begin & (begin - 1);
    if (rest == 0) return false;
    std::uint64_t* const one = in.s_tdata + lowest_port(begin) * stride_;
    std::swap_ranges(one, one + stride_, in.s_tdata + lowest_port(rest) * stride_);
    return true;
  }

  void count_more(SwitchOutputs& out) {
    for (unsigned q = 0; q < ports_ && !queue_; ++q) {
      if (out.occ_beats[q] > 0) queue_ = q;
    }
    if (queue_) ++out.occ_beats[*queue_];
  }

  /// A packet from one input to each output, and then not a whole number of turns in all.
  void use() {
    constexpr unsigned kSource = 1;
    constexpr unsigned kQuiet = 20;  // cycles after which all are out
    unsigned cycles = 0, quiet = 0, next = 0;
    while (next < ports_ || quiet < kQuiet || cycles % ports_ != 1) {
      SwitchInputs in = {};
      in.m_tready = all_ports(ports_);
      inner_->show(own_);
      if (next < ports_) {
        in.s_tvalid = in.s_tlast = in.s_tuser = bit(kSource);
        in.s_tdest[kSource] = static_cast<std::uint8_t>(next);
        in.s_tdata[kSource * stride_] = PacketHeader{kSource, next, 1, 0, 0}.encode();
        next += static_cast<unsigned>(own_.s_tready >> kSource & 1U);
      }
      quiet = next < ports_ || own_.m_tvalid != 0 ? 0 : quiet + 1;
      inner_->clock(in);
      ++cycles;
    }
  }

  std::unique_ptr<SwitchModel> inner_;
  Fault fault_;
  unsigned ports_, stride_;
  SwitchOutputs own_ = {};
  bool used_ = false, done_ = false;
  PortMask lost_ = 0, late_ = 0;  // outputs, in this cycle
  PortMask held_ = 0;             // inputs, in this cycle
  std::optional<unsigned> queue_;
  std::optional<unsigned> last_;  // output that began a packet last, and its beat
  std::vector<std::uint64_t> last_data_;
};

}  // namespace xb
