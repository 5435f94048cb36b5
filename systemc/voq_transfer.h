// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/packet_queue.h"
#include "systemc/starved_outputs.h"
#include "systemc/voq_inputs.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_voq_transfer: matched packets go from the inputs' memories to a queue per output, beat by beat;
/// a match holds to its packet's last beat.
///
/// The calls of a cycle, in this order: continuing() and out_free() for the match, observe(), deliver(),
/// carry() for every input that moves a beat.
class VoqTransfer {
 public:
  explicit VoqTransfer(const Params& params) : outputs_(params.ports, PacketQueue(params.beat_words())) {}

  void reset() {
    for (auto& output : outputs_) output.reset();
    leaving_ = held_ = filled_ = room_ = moving_ = m_tvalid_ = 0;
    starved_.reset();
    depth_ = 0;
  }

  /// Inputs with a packet under way, outputs that one holds, and that can be matched.
  [[nodiscard]] PortMask leaving() const { return leaving_; }
  [[nodiscard]] PortMask held() const { return held_; }
  [[nodiscard]] PortMask out_free() const { return room_ & ~held_; }
  /// The output of an input's packet under way.
  [[nodiscard]] unsigned dest(unsigned input) const { return dest_[input]; }
  [[nodiscard]] auto dests() const {
    return [this](unsigned input) { return dest(input); };
  }
  /// Inputs whose packet under way has a beat to move; of them those that move it.
  [[nodiscard]] PortMask ready_to_move(const VoqInputs& inputs) const {
    PortMask ready = 0;
    for_each_port(leaving_, [&](unsigned i) { ready |= PortMask{!inputs[i].queue(dest_[i]).empty()} << i; });
    return ready;
  }
  template <class Memories>
  [[nodiscard]] PortMask continuing(const Memories& inputs) const {
    PortMask moving = 0;
    for_each_port(leaving_, [&](unsigned i) {
      moving |= PortMask{!inputs[i].queue(dest_[i]).empty() && (room_ & bit(dest_[i])) != 0} << i;
    });
    return moving;
  }

  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  /// The beat that an output offers; its side's dest is the input that it came in by.
  [[nodiscard]] const PacketQueue& output(unsigned port) const { return outputs_[port]; }
  [[nodiscard]] Side m_side(unsigned port) const {
    const Side side = outputs_[port].side();
    return {static_cast<std::uint8_t>(port), side.user, side.last};
  }
  [[nodiscard]] Marks m_marks() const {
    Marks marks;
    for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, outputs_[j].marks()); });
    return marks;
  }
  /// An output that shows nothing is in the middle of a packet of another input.
  [[nodiscard]] bool serves_other(unsigned output, unsigned input) const {
    const PacketQueue& queue = outputs_[output];
    return queue.packets() != 0 && queue.head().out != 0 && queue.head().dest != input;
  }
  /// Outputs that were starved in the last cycle.
  [[nodiscard]] PortMask starved() const { return starved_.starved(); }

  /// `work`: outputs for which some input has a packet able to start.
  void observe(PortMask work, PortMask m_tready) { starved_.observe(work, m_tready & ~m_tvalid_); }
  /// Beats leave the switch; left(source, output, last).
  template <class Left>
  void deliver(PortMask outputs, Left&& left) {
    for_each_port(outputs, [&](unsigned j) {
      PacketQueue& queue = outputs_[j];
      const Side side = queue.take();
      filled_ &= ~(PortMask{queue.empty()} << j);
      room_ |= PortMask{queue.beats() < depth_} << j;
      left(side.dest, j, side.last);
    });
    m_tvalid_ = filled_;  // what is popped in this cycle gets there in the next
    moving_ = 0;
  }
  /// The next beat of a packet goes from its input's memory to output `j`; says whether it is the last.
  bool carry(VoqInput& input, unsigned i, unsigned j) {
    const PacketQueue& queue = input.queue(j);
    if (!queue.cells()) return carry_beat(input, i, j);
    outputs_[j].push_single(static_cast<std::uint8_t>(i), 0, queue.head().tag);
    input.pop_single(j);
    enter(j);
    return true;
  }
  /// deliver() where nothing but packets of one beat has come, without payload: left(source, output).
  template <class Left>
  void deliver_cells(PortMask outputs, Left&& left) {
    PortMask filled = filled_;
    for_each_port(outputs, [&](unsigned j) {
      PacketQueue& queue = outputs_[j];
      const unsigned source = queue.head().dest;
      queue.pop_single(false);
      if (queue.empty()) filled &= ~bit(j);
      left(source, j);
    });
    m_tvalid_ = filled_ = filled;
  }
  /// Likewise carry(), ...
  void carry_cell(const VoqInput& input, unsigned i, unsigned j) {
    outputs_[j].push_single(static_cast<std::uint8_t>(i), 0, input.queue(j).head().tag);
  }
  /// ... and what has changed at the outputs that packets have left or got to.
  void clock_cells(PortMask left, PortMask carried) {
    filled_ |= carried;
    moving_ = carried;
    for_each_port(left ^ carried, [&](unsigned j) {
      room_ = (room_ & ~bit(j)) | PortMask{outputs_[j].beats() < depth_} << j;
    });
  }
  /// The outputs to which beats were carried in this cycle.
  [[nodiscard]] PortMask moving() const { return moving_; }
  /// Sets the capacity of an output queue [beats].
  void set_depth(std::uint32_t depth) {
    depth_ = depth;
    room_ = 0;
    for (unsigned j = 0; j < outputs_.size(); ++j) room_ |= PortMask{outputs_[j].beats() < depth} << j;
  }

  /// Cycles for which the given inputs can go on moving beats and the outputs delivering them before anything
  /// but counts changes here, if they did so in the last cycle.
  [[nodiscard]] std::uint32_t steady(PortMask popped, PortMask delivered, PortMask work,
                                     PortMask m_tready) const {
    PortMask moving = 0;
    for_each_port(popped, [&](unsigned i) { moving |= bit(dest_[i]); });
    if (moving != moving_ || !starved_.steady(work, m_tready & ~m_tvalid_)) return 0;
    std::uint32_t cycles = ~std::uint32_t{0};
    for_each_port(moving | delivered, [&](unsigned j) {
      const std::uint32_t n = steady_output(j, (moving & bit(j)) != 0, (delivered & bit(j)) != 0);
      cycles = n < cycles ? n : cycles;
    });
    return cycles;
  }
  void skip_carried(unsigned input, std::uint32_t n) { outputs_[dest_[input]].push_middle(n); }
  void skip_delivered(unsigned output, std::uint32_t n) { outputs_[output].pop_middle(n); }

 private:
  [[gnu::noinline]] bool carry_beat(VoqInput& input, unsigned i, unsigned j) {
    const PacketQueue& queue = input.queue(j);
    const Side side = queue.side();
    outputs_[j].push(side.user, side.last, static_cast<std::uint8_t>(i), 0, queue.data());
    input.pop(j, side.last);
    dest_[i] = static_cast<std::uint8_t>(j);
    enter(j);
    leaving_ = (leaving_ & ~bit(i)) | PortMask{!side.last} << i;
    held_ = (held_ & ~bit(j)) | PortMask{!side.last} << j;
    return side.last;
  }
  /// A beat is on its way to output `j`.
  void enter(unsigned j) {
    filled_ |= bit(j);
    moving_ |= bit(j);
    room_ &= ~(PortMask{outputs_[j].beats() >= depth_} << j);
  }
  [[nodiscard]] std::uint32_t steady_output(unsigned j, bool enters, bool leaves) const {
    const PacketQueue& queue = outputs_[j];
    // What enters is about to be offered, or there will be no room.
    if (!leaves) return (m_tvalid_ & bit(j)) != 0 ? depth_ - queue.beats() - 1 : 0;
    const Packet& head = queue.head();
    if (head.out == 0) return 0;
    std::uint32_t cycles = head.complete ? head.in - head.out - 1 : ~std::uint32_t{0};
    if (!enters) {
      if ((room_ & bit(j)) == 0) return 0;
      cycles = queue.beats() - 1 < cycles ? queue.beats() - 1 : cycles;
    }
    return cycles;
  }

  std::uint32_t depth_ = 0;
  std::vector<PacketQueue> outputs_;            // with the beats on their way there; dest is the source
  std::array<std::uint8_t, kMaxPorts> dest_{};  // per input: the output of its packet under way
  PortMask leaving_ = 0, held_ = 0;
  PortMask filled_ = 0, room_ = 0;  // outputs whose queue is not empty, takes a beat
  PortMask moving_ = 0;             // outputs on the way to which there is a beat
  PortMask m_tvalid_ = 0;
  StarvedOutputs starved_;
};

}  // namespace xb::twin
