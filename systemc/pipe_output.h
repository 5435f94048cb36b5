// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "systemc/packet_queue.h"
#include "systemc/rr_arbiter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// What is on its way for one cycle, and one more with xb_delay: `Word{}` is nothing.
template <class Word>
class PipeDelay {
 public:
  explicit PipeDelay(unsigned more) : more_(more) {}

  void reset() { words_ = {}; }
  /// The clock edge: that sets out; what arrives.
  Word clock(Word word) {
    const Word arrives = words_[0];
    words_[0] = more_ == 0 ? word : words_[1];
    words_[1] = word;
    return arrives;
  }

 private:
  std::array<Word, 2> words_{};  // the next to arrive first
  unsigned more_;
};

/// Twin of xb_pipe_turn: the packet that has begun goes on to its last beat, then whoever is picked.
class PipeTurn {
 public:
  explicit PipeTurn(unsigned requesters) : round_(requesters) {}

  void reset() {
    round_.reset();
    owner_ = 0;
    held_ = false;
  }
  /// Of those that want to, the one that goes in this cycle, as a set of one or none.
  template <class Pick>
  [[nodiscard]] PortMask grant(PortMask want, Pick&& pick) const {
    if (held_) return want & bit(owner_);
    return want != 0 ? bit(pick(want)) : 0;
  }
  /// The same by round robin, without branches.
  [[nodiscard]] PortMask grant(PortMask want) const {
    return round_.first(want & (held_ ? bit(owner_) : ~PortMask{0}));
  }
  /// The one whose packet is under way, as a set of one or none.
  [[nodiscard]] PortMask under_way() const { return held_ ? bit(owner_) : 0; }
  /// It begins with the next packet, or with the one under way.
  [[nodiscard]] const RrArbiter& round() const { return round_; }

  /// The clock edge: that requester's beat goes, its packet's last or not.
  void granted(unsigned requester, bool last) {
    held_ = !last;
    owner_ = requester;
    if (last) {
      round_.advance(requester);
    } else {
      round_.stay(requester);
    }
  }

 private:
  RrArbiter round_;
  unsigned owner_ = 0;
  bool held_ = false;
};

/// The credits of xb_pipe_grant: beats for which its output has room.
class PipeCredit {
 public:
  /// So many registers are behind the data RAMs: a beat holds its credit longer.
  explicit PipeCredit(unsigned ram_register) : output_beats_(ram_register == 0 ? 8 : 10) { reset(); }

  void reset() {
    credit_ = output_beats_;
    room_ = returned_ = false;
  }
  [[nodiscard]] bool room() const { return room_; }
  /// The clock edge: in this cycle `any` beat went, and one `left` the output. So many beats there take no
  /// room of the others.
  void clock(bool any, bool left, std::uint32_t passed_over = 0) {
    room_ = credit_ + static_cast<int>(passed_over) >= 2;
    credit_ += (returned_ ? 1 : 0) - (any ? 1 : 0);
    returned_ = left;
  }

 private:
  int output_beats_, credit_ = 0;
  bool room_ = false, returned_ = false;
};

/// Twin of xb_pipe_grant with one class: round robin over packets, held to a packet's last beat, with
/// credits.
class PipeGrant {
 public:
  explicit PipeGrant(unsigned ports, unsigned ram_register = 0) : turn_(ports), credit_(ram_register) {}

  void reset() {
    turn_.reset();
    credit_.reset();
  }
  /// The input that goes in this cycle, as a set of one or none; those that want to.
  [[nodiscard]] PortMask grant(PortMask want) const { return turn_.grant(room() ? want : 0); }
  /// Nothing holds the output, and there is a credit.
  [[nodiscard]] bool open() const { return room() && turn_.under_way() == 0; }
  [[nodiscard]] bool room() const { return credit_.room(); }
  /// A packet of another input holds the output.
  [[nodiscard]] bool serves_other(unsigned input) const { return (turn_.under_way() & ~bit(input)) != 0; }

  /// `input`'s beat was granted, its packet's last or not.
  void granted(unsigned input, bool last) { turn_.granted(input, last); }
  /// The clock edge, after granted() if that `any`: in this cycle a beat `left` the output.
  void clock(bool any, bool left) { credit_.clock(any, left); }

 private:
  PipeTurn turn_;
  PipeCredit credit_;
};

/// Twin of the crossbar's registers and xb_pipe_output: beats on their way to a port, and in the queue there.
class PipeOutput {
 public:
  /// `ram_register`: of those, how many are between the memory and this output's crossbar.
  explicit PipeOutput(const Params& params, unsigned ram_register = 0)
      : queue_(params.beat_words()), crossing_(ram_register) {}

  void reset() {
    queue_.reset();
    landed_ = 0;
    crossing_.reset();
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
  void clock(bool sent) { landed_ += crossing_.clock(sent) ? 1 : 0; }

 private:
  PacketQueue queue_;
  std::uint32_t landed_ = 0;  // beats that have come to the port or its queue
  PipeDelay<bool> crossing_;  // a beat is in the crossbar
};

}  // namespace xb::twin
