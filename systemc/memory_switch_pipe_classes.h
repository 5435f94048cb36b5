// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/class_ingress.h"
#include "systemc/memory_switch_classes.h"
#include "systemc/pipe_admission.h"
#include "systemc/pipe_class_grant.h"

namespace xb::twin {

/// Twin of xb_switch_shared_pipe with traffic classes: what the memory switch with classes does, each step of
/// a turn in a cycle of its own. The class that has an input's turn is chosen by what was known a cycle
/// before; that of an output's turn by what was there when it looked.
class MemorySwitchPipeClasses : public MemorySwitchClasses {
 public:
  MemorySwitchPipeClasses(const Params& params, bool per_output);

  void reset();
  void step(const Inputs& in);

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
    unsigned of_class = 0;
    std::vector<std::uint64_t> beat{};
  };
  /// A word of an input whose turn it was: its class, what is known of it, what becomes of it; classes of
  /// which a word waits that the memory would refuse.
  struct WriteTurn {
    bool valid = false, may = false, must = false, drop = false;
    unsigned of_class = 0;
    ClassMask waits = 0;
    std::int32_t words = 0;
    Fate fate = Fate::None;
    [[nodiscard]] bool leaves() const { return fate == Fate::Write || fate == Fate::Discard; }
  };
  /// What an output saw when it looked at its words, and what it reads.
  struct ReadTurn {
    unsigned output = 0, of_class = 0;
    ClassMask words = 0, eligible = 0, under_way = 0;
    std::uint32_t staged = 0, beats = 0;
    bool may = false, read = false;
  };
  struct Landing {
    std::uint32_t beats = 0;
    unsigned output = 0, of_class = 0;
  };
  /// A word that waits is to be completed, of this class, for this output or none.
  struct Pick {
    unsigned of_class = 0;
    PortMask output = 0;
  };
  [[nodiscard]] unsigned port_before(unsigned cycles) const;
  [[nodiscard]] ClassMask look_ahead(unsigned input) const;
  [[nodiscard]] bool refuses(const Lane& lane, unsigned c) const;
  [[nodiscard]] WriteTurn show() const;
  void look_up(unsigned input, WriteTurn& turn, PipeAdmission::Question& question) const;
  [[nodiscard]] Fate decide() const;
  [[nodiscard]] Pick choose_waiting() const;
  [[nodiscard]] ReadTurn look_at(unsigned output) const;
  void choose_class(ReadTurn& turn);
  std::uint32_t read(const ReadTurn& turn);
  void serve(PortMask m_tready);
  void form_words();
  void take_beats(const Inputs& in);
  void pass_turn();

  Params real_;  // the base's have the ports that take turns
  PipeAdmission lookup_;
  ClassIngress ingress_;
  std::vector<Arrival> arrivals_;
  PortMask arrived_ = 0;               // inputs that have one
  std::vector<PipeService> services_;  // per output
  ClassMask refused_ = 0;              // of the input whose turn it is, as known a cycle ago
  WriteTurn shown_, deciding_, written_;
  ReadTurn looked_, reading_;  // to be decided upon, to be carried out in this cycle
  Landing read_;               // in the last cycle, with a register behind the RAMs
  Pick picked_;
  unsigned from_ = 0;        // output that the next choice begins with
  std::uint64_t cycle_ = 0;  // since reset
};

class SwitchOutputPipeClasses : public MemorySwitchPipeClasses {
 public:
  explicit SwitchOutputPipeClasses(const Params& params) : MemorySwitchPipeClasses(params, true) {}
};
static_assert(is_twin_with_classes<SwitchOutputPipeClasses>);

class SwitchSharedPipeClasses : public MemorySwitchPipeClasses {
 public:
  explicit SwitchSharedPipeClasses(const Params& params) : MemorySwitchPipeClasses(params, false) {}
};
static_assert(is_twin_with_classes<SwitchSharedPipeClasses>);

}  // namespace xb::twin
