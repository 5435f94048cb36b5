// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/fifo.h"
#include "systemc/hol_probe.h"
#include "systemc/ingress.h"
#include "systemc/packet_counter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_input_queue: one input's framing, packet FIFO, occupancy and bid. It tells its probe which
/// packets become able to leave and which begin to.
class InputQueue {
 public:
  explicit InputQueue(const Params& params)
      : ingress_(params.ports), fifo_(params.max_depth, params.data_words) {}

  void reset() {
    ingress_.reset();
    fifo_.reset();
    packets_.reset();
    probe_.reset();
    started_ = early_ = false;
  }

  [[nodiscard]] bool ready(std::uint32_t depth) const { return fifo_.ready(depth); }
  [[nodiscard]] bool beat() const { return fifo_.valid(); }
  [[nodiscard]] bool started() const { return started_; }
  /// The head packet may move.
  [[nodiscard]] bool bid(std::uint32_t depth, bool store_forward) const {
    return beat() && (started_ || !store_forward || packets_.has_complete() || !ready(depth));
  }
  [[nodiscard]] const Side& head_side() const { return fifo_.side(); }
  [[nodiscard]] const std::uint64_t* head_data() const { return fifo_.data(); }
  [[nodiscard]] std::uint32_t beats() const { return fifo_.count(); }
  [[nodiscard]] std::uint32_t packets() const { return packets_.held(); }
  [[nodiscard]] std::uint32_t dropped_packets() const { return ingress_.dropped_packets(); }
  HolProbe& probe() { return probe_; }
  [[nodiscard]] const HolProbe& probe() const { return probe_; }

  /// Clock edge: pops the head, if `pop`, then takes a beat, if `data` is not null (only when ready()).
  void clock(bool pop, const std::uint64_t* data, const Side& side, bool store_forward) {
    const bool had_complete = packets_.has_complete();
    bool set_early = false;
    if (pop) {
      const Side head = fifo_.side();
      if (!started_) {
        if (!store_forward || had_complete)
          probe_.leave(head.dest);
        else
          set_early = true;
      }
      started_ = !head.last;
      if (head.last) packets_.pop_last();
      fifo_.pop();
    }
    if (data != nullptr) push(data, side, store_forward);
    early_ = early_ || set_early;
  }

 private:
  void push(const std::uint64_t* data, const Side& side, bool store_forward) {
    const auto beat = ingress_.take(side.dest, side.last);
    if (!beat.keep) return;
    fifo_.push(data, {beat.destination, side.user, side.last});
    packets_.push(beat.first, side.last);
    if (store_forward ? side.last && !early_ : beat.first) probe_.enter(beat.destination);
    if (side.last) early_ = false;
  }

  Ingress ingress_;
  Fifo fifo_;
  PacketCounter packets_;
  HolProbe probe_;
  bool started_ = false;  // the head packet has begun to leave
  bool early_ = false;    // it did so before it was complete, under store-and-forward
};

}  // namespace xb::twin
