// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "systemc/packet_queue.h"
#include "systemc/starved_outputs.h"
#include "systemc/voq_class_inputs.h"
#include "systemc/wires.h"

namespace xb::twin {

/// VoqTransfer with a queue for each class at an output. Packets leave in the order in which they were
/// matched, as from one queue, but that those of a class which is stopped are passed over until they have
/// begun. What is passed over takes no room of the others, and what is under way of it comes in to its end.
///
/// The calls of a cycle, in this order: continuing() and out_free() for the match, observe(), deliver(),
/// carry() for every input that moves a beat.
class VoqClassTransfer {
 public:
  explicit VoqClassTransfer(const Params& params)
      : ports_(params.ports),
        classes_(params.classes),
        queues_(std::size_t{params.ports} * params.classes, PacketQueue(params.beat_words())) {}

  void reset() {
    for (auto& queue : queues_) queue.reset();
    outputs_ = {};
    leaving_ = held_ = begun_ = room_ = moving_ = m_tvalid_ = some_stopped_ = 0;
    starved_.reset();
    stopped_ = filled_ = {};
    depth_ = 0;
  }

  /// Inputs with a packet under way, outputs that one holds, and that can be matched.
  [[nodiscard]] PortMask leaving() const { return leaving_; }
  [[nodiscard]] PortMask held() const { return held_; }
  [[nodiscard]] PortMask out_free() const { return room_ & ~held_; }
  /// Of an input's packet under way.
  [[nodiscard]] unsigned dest(unsigned input) const { return dest_[input]; }
  [[nodiscard]] unsigned class_of(unsigned input) const { return class_[input]; }
  [[nodiscard]] PortMask continuing(const VoqClassInputs& inputs) const {
    PortMask moving = 0;
    for_each_port(leaving_, [&](unsigned i) {
      const bool beat = !inputs[class_[i]][i].queue(dest_[i]).empty();
      moving |= PortMask{beat && has_room(dest_[i], class_[i])} << i;
    });
    return moving;
  }

  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  /// The beat that an output offers; its side's dest is the input that it came in by.
  [[nodiscard]] const PacketQueue& output(unsigned port) const { return queue(port, outputs_[port].shown); }
  [[nodiscard]] Side m_side(unsigned port) const {
    const Side side = output(port).side();
    return {static_cast<std::uint8_t>(port), side.user, side.last};
  }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const { return outputs_[port].shown; }
  [[nodiscard]] Marks m_marks() const {
    Marks marks;
    for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, output(j).marks()); });
    return marks;
  }
  /// An output that shows nothing is in the middle of a packet of another input.
  [[nodiscard]] bool serves_other(unsigned output_port, unsigned input) const {
    return (begun_ & bit(output_port)) != 0 && output(output_port).head().dest != input;
  }
  /// Outputs that were starved in the last cycle.
  [[nodiscard]] PortMask starved() const { return starved_.starved(); }

  /// `work`: outputs for which some input has a packet able to start.
  void observe(PortMask work, PortMask m_tready) { starved_.observe(work, m_tready & ~m_tvalid_); }
  /// Beats leave the switch, left(source, output, last); then outputs show what may begin.
  template <class Left>
  void deliver(PortMask delivered, const Inputs& in, Left&& left) {
    for_each_port(delivered, [&](unsigned j) {
      Output& from = outputs_[j];
      PacketQueue& packets = queue(j, from.shown);
      const Side side = packets.take();
      --from.beats;
      filled_[from.shown] &= ~(PortMask{packets.packets() == 0} << j);
      begun_ = (begun_ & ~bit(j)) | PortMask{!side.last} << j;
      look_for_room(j);
      left(side.dest, j, side.last);
    });
    moving_ = 0;
    const PortMask changed = stop(in);
    show(m_tvalid_ & ~delivered);  // what comes in in this cycle is shown after the next
    for_each_port(changed | some_stopped_, [&](unsigned j) { look_for_room(j); });
  }
  /// The next beat of a packet goes from its input's memory to its output. `of_class`: of one that is
  /// matched.
  void carry(VoqInput& input, unsigned i, unsigned j, unsigned of_class) {
    const PacketQueue& from = input.queue(j);
    PacketQueue& to = queue(j, of_class);
    const auto source = static_cast<std::uint8_t>(i);
    Output& output = outputs_[j];
    moving_ |= bit(j);
    ++output.beats;
    filled_[of_class] |= bit(j);
    if (from.cells()) {
      to.push_single(source, ++output.matched, from.head().tag);
      input.pop_single(j);
      return look_for_room(j);
    }
    const Side side = from.side();
    if (side.user) ++output.matched;
    to.push(side.user, side.last, source, output.matched, from.data());
    look_for_room(j);
    input.pop(j, side.last);
    dest_[i] = static_cast<std::uint8_t>(j);
    class_[i] = static_cast<std::uint8_t>(of_class);
    leaving_ = (leaving_ & ~bit(i)) | PortMask{!side.last} << i;
    held_ = (held_ & ~bit(j)) | PortMask{!side.last} << j;
  }
  /// The outputs to which beats were carried in this cycle.
  [[nodiscard]] PortMask moving() const { return moving_; }
  /// Sets the capacity of an output queue [beats].
  void set_depth(std::uint32_t depth) {
    depth_ = depth;
    for (unsigned j = 0; j < ports_; ++j) look_for_room(j);
  }

 private:
  struct Output {
    std::uint32_t matched = 0;  // packets; the stamps of those in its queues
    std::uint32_t beats = 0;    // in its queues
    std::uint8_t shown = 0;     // class
  };

  [[nodiscard]] PacketQueue& queue(unsigned j, unsigned c) { return queues_[c * ports_ + j]; }
  [[nodiscard]] const PacketQueue& queue(unsigned j, unsigned c) const { return queues_[c * ports_ + j]; }
  /// Returns the outputs at which other classes are stopped than before.
  PortMask stop(const Inputs& in) {
    PortMask changed = 0;
    some_stopped_ = 0;
    for (unsigned c = 0; c < classes_; ++c) {
      changed |= stopped_[c] ^ in.stopped(c);
      some_stopped_ |= stopped_[c] = in.stopped(c);
    }
    return changed;
  }
  [[nodiscard]] bool passed_over(unsigned j, unsigned c) const {
    return (stopped_[c] & bit(j)) != 0 && !(c == outputs_[j].shown && (begun_ & bit(j)) != 0);
  }
  /// In the queues of classes that are not passed over.
  [[nodiscard]] std::uint32_t beats_ahead(unsigned j) const {
    std::uint32_t beats = outputs_[j].beats;
    for (unsigned c = 0; (some_stopped_ & bit(j)) != 0 && c < classes_; ++c)
      beats -= passed_over(j, c) ? queue(j, c).beats() : 0;
    return beats;
  }
  void look_for_room(unsigned j) { room_ = (room_ & ~bit(j)) | PortMask{beats_ahead(j) < depth_} << j; }
  /// For the packet under way: what was passed over does not wait before the one that has begun.
  [[nodiscard]] bool has_room(unsigned j, unsigned c) const {
    if ((room_ & bit(j)) != 0 || passed_over(j, c)) return true;
    const bool goes = c == outputs_[j].shown && (begun_ & bit(j)) != 0 && queue(j, c).packets() == 1;
    return goes && queue(j, c).beats() < depth_;
  }
  /// The packet that has begun goes on, or that on offer; else the one that was matched first of those that
  /// may begin.
  void show(PortMask offered) {
    for_each_port(offered & some_stopped_,
                  [&](unsigned j) { offered &= ~(stopped_[outputs_[j].shown] & bit(j)); });
    m_tvalid_ = offered;
    const PortMask free = ~(begun_ | offered);
    for (unsigned c = 0; c < classes_; ++c) {
      const PortMask may = filled_[c] & ~stopped_[c] & free;
      for_each_port(may & m_tvalid_, [&](unsigned j) {
        if (is_before(queue(j, c), output(j))) outputs_[j].shown = static_cast<std::uint8_t>(c);
      });
      for_each_port(may & ~m_tvalid_, [&](unsigned j) { outputs_[j].shown = static_cast<std::uint8_t>(c); });
      m_tvalid_ |= may;
    }
    for_each_port(begun_, [&](unsigned j) { m_tvalid_ |= PortMask{!output(j).empty()} << j; });
  }
  [[nodiscard]] static bool is_before(const PacketQueue& a, const PacketQueue& b) {
    return static_cast<std::int32_t>(a.head().stamp - b.head().stamp) < 0;
  }

  unsigned ports_, classes_;
  std::uint32_t depth_ = 0;
  std::vector<PacketQueue>
      queues_;  // by class, then output, with the beats on their way there; dest is the source
  std::array<Output, kMaxPorts> outputs_{};
  std::array<std::uint8_t, kMaxPorts> dest_{}, class_{};  // per input: of its packet under way
  // By class: outputs that have a packet of it, or a part; at which none begins.
  std::array<PortMask, kMaxClasses> filled_{}, stopped_{};
  PortMask leaving_ = 0, held_ = 0;
  PortMask begun_ = 0;         // outputs within a packet
  PortMask room_ = 0;          // outputs with room for a beat of what is not passed over
  PortMask some_stopped_ = 0;  // outputs at which some class is stopped
  PortMask moving_ = 0;        // outputs on the way to which there is a beat
  PortMask m_tvalid_ = 0;
  StarvedOutputs starved_;
};

}  // namespace xb::twin
