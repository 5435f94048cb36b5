// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/packet_queue.h"
#include "systemc/rr_arbiter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_grant: round robin over packets, held to a packet's last beat, with credits.
class PipeGrant {
 public:
  explicit PipeGrant(unsigned ports) : arbiter_(ports) {}

  void reset() {
    arbiter_.reset();
    credit_ = kOutputBeats;
    owner_ = 0;
    held_ = room_ = returned_ = false;
  }
  /// The input that goes in this cycle, as a set of one or none; those that want to.
  [[nodiscard]] PortMask grant(PortMask want) const {
    if (held_) want &= bit(owner_);
    return room_ && want != 0 ? bit(held_ ? owner_ : arbiter_.pick(want)) : 0;
  }
  /// Nothing holds the output, and there is a credit.
  [[nodiscard]] bool open() const { return room_ && !held_; }
  [[nodiscard]] bool room() const { return room_; }
  /// A packet of another input holds the output.
  [[nodiscard]] bool serves_other(unsigned input) const { return held_ && owner_ != input; }

  /// `input`'s beat was granted, its packet's last or not.
  void granted(unsigned input, bool last) {
    held_ = !last;
    owner_ = input;
    if (last) arbiter_.advance(input);
    --credit_;
  }
  /// The clock edge, after granted() if that `any`: in this cycle a beat `left` the output.
  void clock(bool any, bool left) {
    room_ = credit_ + (any ? 1 : 0) >= 2;  // by the credit before this cycle
    credit_ += returned_ ? 1 : 0;
    returned_ = left;
  }

 private:
  static constexpr unsigned kOutputBeats = 8;

  RrArbiter arbiter_;
  unsigned credit_ = kOutputBeats, owner_ = 0;
  bool held_ = false, room_ = false, returned_ = false;
};

/// Twin of the crossbar's registers and xb_pipe_output: beats on their way to a port, and in the queue there.
class PipeOutput {
 public:
  explicit PipeOutput(const Params& params) : queue_(params.beat_words()) {}

  void reset() {
    queue_.reset();
    landed_ = 0;
    crosses_ = false;
  }
  [[nodiscard]] bool valid() const { return landed_ != 0; }
  /// The beat on offer; its side's dest is the input that it came in by.
  [[nodiscard]] Side side() const { return queue_.side(); }
  [[nodiscard]] const std::uint64_t* data() const { return queue_.data(); }

  /// The beat on offer leaves.
  void deliver() {
    queue_.pop();
    --landed_;
  }
  /// A beat of `input` is granted.
  void send(unsigned input, const Side& side, const std::uint64_t* data) {
    queue_.push(side.user, side.last, static_cast<std::uint8_t>(input), 0, data);
  }
  /// The clock edge: `sent` in this cycle.
  void clock(bool sent) {
    landed_ += crosses_ ? 1 : 0;
    crosses_ = sent;
  }

 private:
  PacketQueue queue_;
  std::uint32_t landed_ = 0;  // beats that have come to the port or its queue
  bool crosses_ = false;      // a beat is in the crossbar
};

}  // namespace xb::twin
