// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "systemc/packet_queue.h"
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
    leaving_ = held_ = moving_ = m_tvalid_ = work_ = work_late_ = starved_ = 0;
    stopped_ = {};
    depth_ = 0;
  }

  /// Inputs with a packet under way, outputs that one holds, and that can be matched.
  [[nodiscard]] PortMask leaving() const { return leaving_; }
  [[nodiscard]] PortMask held() const { return held_; }
  [[nodiscard]] PortMask out_free() const {
    PortMask free = 0;
    for (unsigned j = 0; j < ports_; ++j) free |= PortMask{beats_ahead(j) < depth_} << j;
    return free & ~held_;
  }
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
    for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, output(j).side()); });
    return marks;
  }
  /// An output that shows nothing is in the middle of a packet of another input.
  [[nodiscard]] bool serves_other(unsigned output_port, unsigned input) const {
    return has_begun(output_port) && output(output_port).head().dest != input;
  }
  /// Outputs that were starved in the last cycle.
  [[nodiscard]] PortMask starved() const { return starved_; }

  /// `work`: outputs for which some input has a packet able to start.
  void observe(PortMask work, PortMask m_tready) {
    starved_ = work_late_ & m_tready & ~m_tvalid_;
    work_late_ = work_;
    work_ = work;
  }
  /// Beats leave the switch, left(source, output, last); then outputs show what may begin.
  template <class Left>
  void deliver(PortMask delivered, const Inputs& in, Left&& left) {
    for_each_port(delivered, [&](unsigned j) {
      PacketQueue& from = queue(j, outputs_[j].shown);
      const Side side = from.side();
      from.pop();
      left(side.dest, j, side.last);
    });
    for (unsigned c = 0; c < classes_; ++c) stopped_[c] = in.stopped(c);
    moving_ = 0;
    // What comes in in this cycle is shown after the next.
    const PortMask offered = std::exchange(m_tvalid_, 0) & ~delivered;
    for (unsigned j = 0; j < ports_; ++j) show(j, (offered & bit(j)) != 0);
  }
  /// The next beat of a packet goes from its input's memory to its output. `of_class`: of one that is
  /// matched.
  void carry(VoqInput& input, unsigned i, unsigned j, unsigned of_class) {
    const PacketQueue& from = input.queue(j);
    const Side side = from.side();
    if (side.user) ++outputs_[j].matched;
    queue(j, of_class)
        .push(side.user, side.last, static_cast<std::uint8_t>(i), outputs_[j].matched, from.data());
    input.pop(j, side.last);
    dest_[i] = static_cast<std::uint8_t>(j);
    class_[i] = static_cast<std::uint8_t>(of_class);
    moving_ |= bit(j);
    leaving_ = (leaving_ & ~bit(i)) | PortMask{!side.last} << i;
    held_ = (held_ & ~bit(j)) | PortMask{!side.last} << j;
  }
  /// The outputs to which beats were carried in this cycle.
  [[nodiscard]] PortMask moving() const { return moving_; }
  /// Sets the capacity of an output queue [beats].
  void set_depth(std::uint32_t depth) { depth_ = depth; }

 private:
  struct Output {
    std::uint32_t matched = 0;  // packets; the stamps of those in its queues
    std::uint8_t shown = 0;     // class
  };

  [[nodiscard]] PacketQueue& queue(unsigned j, unsigned c) { return queues_[c * ports_ + j]; }
  [[nodiscard]] const PacketQueue& queue(unsigned j, unsigned c) const { return queues_[c * ports_ + j]; }
  [[nodiscard]] bool has_begun(unsigned j) const {
    return output(j).packets() != 0 && output(j).head().out != 0;
  }
  [[nodiscard]] bool passed_over(unsigned j, unsigned c) const {
    return (stopped_[c] & bit(j)) != 0 && !(c == outputs_[j].shown && has_begun(j));
  }
  /// In the queues of classes that are not passed over.
  [[nodiscard]] std::uint32_t beats_ahead(unsigned j) const {
    std::uint32_t beats = 0;
    for (unsigned c = 0; c < classes_; ++c) beats += passed_over(j, c) ? 0 : queue(j, c).beats();
    return beats;
  }
  /// For the packet under way: what was passed over does not wait before the one that has begun.
  [[nodiscard]] bool has_room(unsigned j, unsigned c) const {
    const bool goes = c == outputs_[j].shown && has_begun(j) && queue(j, c).packets() == 1;
    return passed_over(j, c) || (goes ? queue(j, c).beats() : beats_ahead(j)) < depth_;
  }
  /// The packet that has begun goes on, or that on offer; else the one that was matched first of those that
  /// may begin.
  void show(unsigned j, bool offered) {
    Output& to = outputs_[j];
    if (!has_begun(j) && !(offered && (stopped_[to.shown] & bit(j)) == 0)) {
      const PacketQueue* first = nullptr;
      for (unsigned c = 0; c < classes_; ++c) {
        const PacketQueue& from = queue(j, c);
        if (from.packets() == 0 || (stopped_[c] & bit(j)) != 0) continue;
        if (first != nullptr && static_cast<std::int32_t>(from.head().stamp - first->head().stamp) > 0)
          continue;
        first = &from;
        to.shown = static_cast<std::uint8_t>(c);
      }
      if (first == nullptr) return;
    }
    m_tvalid_ |= PortMask{!output(j).empty()} << j;
  }

  unsigned ports_, classes_;
  std::uint32_t depth_ = 0;
  std::vector<PacketQueue>
      queues_;  // by class, then output, with the beats on their way there; dest is the source
  std::array<Output, kMaxPorts> outputs_{};
  std::array<std::uint8_t, kMaxPorts> dest_{}, class_{};  // per input: of its packet under way
  std::array<PortMask, kMaxClasses> stopped_{};           // outputs at which no packet of a class begins
  PortMask leaving_ = 0, held_ = 0;
  PortMask moving_ = 0;                // outputs on the way to which there is a beat
  PortMask work_ = 0, work_late_ = 0;  // outputs for which there was work one and two cycles ago
  PortMask m_tvalid_ = 0, starved_ = 0;
};

}  // namespace xb::twin
