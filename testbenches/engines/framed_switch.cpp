// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/framed_switch.h"

#include <algorithm>
#include <array>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

namespace xb {
namespace {

/// A packet under way, as far as it has been on offer.
struct FramedPacket {
  std::uint64_t header = 0;
  std::vector<std::uint64_t> beats;  // as hosts have them, one after the other
};
using Beat = std::array<std::uint64_t, kMaxDataWords>;

class FramedSwitch : public SwitchModel {
 public:
  FramedSwitch(std::unique_ptr<SwitchModel> device, unsigned ports, WireFormat format, LengthUnit lengths)
      : device_(std::move(device)),
        format_(std::move(format)),
        lengths_(lengths),
        ports_(ports),
        words_(format_.words()),
        fresh_(all_ports(ports)),
        flows_(std::size_t{ports} * ports) {}

  void reset(const SwitchSettings& settings) override {
    device_->reset(settings);
    fresh_ = all_ports(ports_);
    for (auto& flow : flows_) flow.clear();
    entering_.fill({});
    leaving_.fill({});
  }
  void show(SwitchOutputs& /*out*/) override { refuse(); }
  void clock(const SwitchInputs& /*in*/) override { refuse(); }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    for_each_port(in.s_tvalid & fresh_, [&](unsigned input) { note_offer(input, in); });
    wires_ = in;
    for_each_port(in.s_tvalid, [&](unsigned input) {
      const Entering& e = entering_[input];
      format_.to_wires(e.packet->header, e.beats - 1, &in.s_tdata[std::size_t{input} * words_],
                       &wires_.s_tdata[std::size_t{input} * words_]);
    });
    device_->cycle(wires_, out);
    fresh_ = (fresh_ & ~in.s_tvalid) | (in.s_tvalid & out.s_tready);
    for_each_port(out.m_tvalid & all_ports(ports_),
                  [&](unsigned output) { receive(output, out, (in.m_tready & bit(output)) != 0); });
  }

  [[nodiscard]] bool combinational() const override { return true; }
  [[nodiscard]] bool as_named() const override { return false; }
  void end_of_run() override { device_->end_of_run(); }

 private:
  using Packet = std::shared_ptr<FramedPacket>;
  using Flow = std::deque<Packet>;
  struct Entering {
    Packet packet;
    unsigned beats = 0;  // that have been on offer
  };
  struct Leaving {
    Packet packet;       // null: the next beat is a packet's first
    unsigned beats = 0;  // that have come out
  };

  [[noreturn]] static void refuse() { throw std::logic_error("a device is run by whole cycles"); }
  Flow& flow(unsigned input, unsigned output) { return flows_[std::size_t{input} * ports_ + output]; }

  /// A beat is on offer from this cycle on. (Outputs may show it before it is taken.)
  void note_offer(unsigned input, const SwitchInputs& in) {
    const std::uint64_t* beat = &in.s_tdata[std::size_t{input} * words_];
    Entering& e = entering_[input];
    if ((in.s_tuser & bit(input)) != 0) {
      e = {std::make_shared<FramedPacket>(), 0};
      e.packet->header = *beat;
      flow(input, in.s_tdest[input]).push_back(e.packet);
    }
    e.packet->beats.insert(e.packet->beats.end(), beat, beat + words_);
    ++e.beats;
  }

  [[nodiscard]] bool is_beat(const FramedPacket& packet, unsigned index, const std::uint64_t* wires) const {
    Beat wanted{};
    format_.to_wires(packet.header, index, &packet.beats[std::size_t{index} * words_], wanted.data());
    if (!lengths_.in_bytes()) return std::equal(wires, wires + words_, wanted.begin());
    const unsigned length = PacketHeader::decode(packet.header).length;
    const bool last = index + 1 == lengths_.beats_of(length);
    const std::uint64_t keep = last ? lengths_.last_keep(length) : lengths_.full_keep();
    for (unsigned w = 0; w < words_; ++w) {
      if (((wires[w] ^ wanted[w]) & PayloadPattern::bits_of(keep >> 8 * w)) != 0) return false;
    }
    return true;
  }
  /// The packet whose first beat this is: the next ones for this output first. Null: none.
  Packet find(unsigned output, const std::uint64_t* wires) {
    const unsigned source = format_.source_of(wires);
    if (source >= ports_) return nullptr;
    for (unsigned n = 0; n < ports_; ++n) {
      for (const Packet& packet : flow(source, (output + n) % ports_)) {
        if (is_beat(*packet, 0, wires)) return packet;
      }
    }
    return nullptr;
  }
  /// It has begun to come out; those before it will not.
  void take_out(unsigned output, const Packet& packet) {
    Flow& waiting = flow(PacketHeader::decode(packet->header).source, output);
    const auto found = std::find(waiting.begin(), waiting.end(), packet);
    if (found != waiting.end()) waiting.erase(waiting.begin(), found + 1);
  }

  void receive(unsigned output, SwitchOutputs& out, bool moves) {
    std::uint64_t* beat = &out.m_tdata[std::size_t{output} * words_];
    Leaving& l = leaving_[output];
    Packet packet = l.packet;
    const bool due = packet && l.beats < packet->beats.size() / words_;
    if (due && is_beat(*packet, l.beats, beat)) {
      std::copy_n(&packet->beats[std::size_t{l.beats} * words_], words_, beat);
    } else if (Packet other = find(output, beat)) {
      std::copy_n(other->beats.begin(), words_, beat);
      if (!packet) packet = std::move(other);
    } else if (due) {
      spoil(*packet, l.beats, beat);
    }
    if (!moves || !packet) return;
    if (!l.packet) {
      take_out(output, packet);
      l = {packet, 0};
    }
    if (++l.beats == lengths_.beats_of(PacketHeader::decode(packet->header).length)) l = {};
  }
  /// The hosts' beat with the bits that are wrong on the wires.
  void spoil(const FramedPacket& packet, unsigned index, std::uint64_t* beat) const {
    const std::uint64_t* sent = &packet.beats[std::size_t{index} * words_];
    Beat wanted{};
    format_.to_wires(packet.header, index, sent, wanted.data());
    for (unsigned w = 0; w < words_; ++w) beat[w] = sent[w] ^ wanted[w] ^ beat[w];
  }

  std::unique_ptr<SwitchModel> device_;
  WireFormat format_;
  LengthUnit lengths_;
  unsigned ports_, words_;
  PortMask fresh_;           // inputs whose next beat on offer is a new one
  std::vector<Flow> flows_;  // packets that have not begun to come out
  std::array<Entering, kMaxPorts> entering_{};
  std::array<Leaving, kMaxPorts> leaving_{};
  SwitchInputs wires_{};
};

}  // namespace

std::unique_ptr<SwitchModel> make_framed_switch(std::unique_ptr<SwitchModel> device, unsigned ports,
                                                WireFormat format, LengthUnit lengths) {
  return std::make_unique<FramedSwitch>(std::move(device), ports, std::move(format), lengths);
}

}  // namespace xb
