// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/memory_switch.h"
#include "systemc/pipe_admission.h"

namespace xb::twin {

/// Twin of xb_switch_shared_pipe: what the memory switch does, each step of a turn in a cycle of its own.
/// Fewer than four ports take turns as if they were four.
class MemorySwitchPipe : public MemorySwitch {
 public:
  MemorySwitchPipe(const Params& params, bool per_output);

  void reset();
  void step(const Inputs& in);

  /// It takes every cycle by itself.
  [[nodiscard]] static std::uint32_t steady(const Inputs& /*in*/) { return 0; }
  static void skip(std::uint32_t /*n*/) {}

  [[nodiscard]] const Params& params() const { return real_; }
  [[nodiscard]] unsigned queues() const { return real_.ports; }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return arrivals_[input].framing.misrouted_packets();
  }

 private:
  /// A beat that was taken in the last cycle, and the framing of those before.
  struct Arrival {
    Ingress framing;
    bool last = false;
    std::uint8_t dest = 0;
    std::vector<std::uint64_t> beat{};
  };
  /// A word of an input whose turn it was.
  struct WriteTurn {
    bool valid = false, may = false, must = false, drop = false;
    std::int32_t words = 0;
  };
  struct ReadTurn {
    unsigned output = 0;
    std::uint32_t beats = 0, staged = 0;
    bool first = false, read = false;
  };
  struct Landing {
    std::uint32_t beats = 0;
    unsigned output = 0;
  };
  [[nodiscard]] unsigned port_before(unsigned cycles) const;
  [[nodiscard]] WriteTurn look_up(unsigned input, PipeAdmission::Question& question) const;
  [[nodiscard]] Fate decide() const;
  [[nodiscard]] PortMask choose_waiting() const;
  [[nodiscard]] ReadTurn look_at(unsigned output);
  [[nodiscard]] bool may_read() const;
  void form_words();
  void take_beats(const Inputs& in);

  Params real_;  // the base's have the ports that take turns
  PipeAdmission lookup_;
  std::vector<Arrival> arrivals_;
  PortMask arrived_ = 0;       // inputs that have one
  bool shown_ = false;         // the input whose turn was last had a word
  WriteTurn deciding_;         // its fate is decided in this cycle
  Fate written_ = Fate::None;  // of the word before, which it meets in this cycle
  bool was_empty_ = false;     // ... whose queue held nothing when it was decided
  ReadTurn looked_, reading_;  // to be decided upon, to be carried out in this cycle
  Landing read_;               // in the last cycle, with a register behind the RAMs
  PortMask picked_ = 0;        // output whose waiting word is to be completed, or none
  unsigned from_ = 0;          // output that the next choice begins with
  std::uint64_t cycle_ = 0;    // since reset
};

}  // namespace xb::twin
