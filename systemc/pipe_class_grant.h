// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/class_service.h"
#include "systemc/pipe_output.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_service: which classes an output prefers, by what was sent up to the cycle before the
/// last.
class PipeService {
 public:
  explicit PipeService(unsigned classes) : classes_(classes) { reset(); }

  void reset() {
    left_.fill(-1);
    eligible_ = enough_ = waiting_ = sent_ = 0;
  }
  [[nodiscard]] ClassMask eligible() const { return eligible_; }

  /// Clock edge. `waiting`: classes of which a beat waits for the output, or whose packet holds it; `sent`:
  /// those of which one goes.
  void clock(const Settings& s, ClassMask waiting, ClassMask sent) {
    const ClassMask exempt = classes_without_share(s, classes_);
    const bool refill = (waiting_ & enough_) == 0;
    ClassMask charged = 0;
    eligible_ = exempt;
    enough_ = 0;
    for (unsigned c = 0; c < classes_; ++c) {
      charged |= ClassMask{left_[c] >= kLowest} << c;
      enough_ |= ClassMask{left_[c] >= kEnough} << c;
      left_[c] -= static_cast<std::int32_t>(sent_ >> c & 1U);
      if (refill && (waiting_ >> c & 1U) != 0)
        left_[c] += static_cast<std::int32_t>(s.weights >> 8 * c & 0xffU);
      eligible_ |= ClassMask{left_[c] >= 0} << c;
    }
    waiting_ = waiting & ~exempt;
    sent_ = sent & ~exempt & charged;
  }

 private:
  static constexpr std::int32_t kLowest = -(1 << 14), kEnough = 2;

  unsigned classes_;
  std::array<std::int32_t, kMaxClasses> left_{};  // beats, less one, per class
  ClassMask eligible_ = 0, enough_ = 0, waiting_ = 0, sent_ = 0;
};

/// Twin of xb_pipe_grant with classes: each has its round; the highest of those that the output prefers goes.
class PipeClassGrant {
 public:
  using Wants = std::array<PortMask, kMaxClasses>;  // inputs that bid, by class
  /// The input whose beat goes, as a set of one or none, and of which class.
  struct Choice {
    PortMask granted = 0;
    unsigned of_class = 0;
  };

  PipeClassGrant(unsigned ports, unsigned classes, unsigned ram_register)
      : turns_(classes, PipeTurn(ports)), service_(classes), credit_(ram_register) {}

  void reset() {
    for (PipeTurn& turn : turns_) turn.reset();
    service_.reset();
    credit_.reset();
    stopped_ = 0;
  }
  /// From the next cycle on no packet of these classes goes, but one that is under way.
  void stop(ClassMask classes) { stopped_ = classes; }
  /// What goes in this cycle.
  [[nodiscard]] Choice choose(const Wants& wants) const {
    const int c = credit_.room() ? served(wants) : -1;
    if (c < 0) return {};
    const auto of = static_cast<unsigned>(c);
    return {turns_[of].grant(wants[of]), of};
  }
  [[nodiscard]] bool room() const { return credit_.room(); }
  /// The input whose packet holds the output, as a set of one or none.
  [[nodiscard]] PortMask under_way() const {
    PortMask inputs = 0;
    for (const PipeTurn& turn : turns_) inputs |= turn.under_way();
    return inputs;
  }
  [[nodiscard]] bool serves_other(unsigned input) const { return (under_way() & ~bit(input)) != 0; }

  /// The clock edge: that goes, its packet's last or not; a beat `left` the output; of the classes `waiting`
  /// a beat waits for it; beats there that are passed over.
  void clock(const Settings& s, ClassMask waiting, const Choice& choice, bool last, bool left,
             std::uint32_t passed_over) {
    const bool any = choice.granted != 0;
    waiting &= ~stopped_;
    for (unsigned c = 0; c < turns_.size(); ++c) waiting |= ClassMask{turns_[c].under_way() != 0} << c;
    for_each_port(choice.granted, [&](unsigned i) { turns_[choice.of_class].granted(i, last); });
    service_.clock(s, waiting, ClassMask{any} << choice.of_class);
    credit_.clock(any, left, passed_over);
  }

 private:
  /// That of the packet that has begun, or the highest of those preferred, or of all; negative: none.
  [[nodiscard]] int served(const Wants& wants) const {
    int highest = -1, preferred = -1;
    for (unsigned c = 0; c < turns_.size(); ++c) {
      if (turns_[c].under_way() != 0) return static_cast<int>(c);
      if (wants[c] == 0 || (stopped_ >> c & 1U) != 0) continue;
      highest = static_cast<int>(c);
      if ((service_.eligible() >> c & 1U) != 0) preferred = highest;
    }
    return preferred >= 0 ? preferred : highest;
  }

  std::vector<PipeTurn> turns_;  // per class
  PipeService service_;
  PipeCredit credit_;
  ClassMask stopped_ = 0;
};

}  // namespace xb::twin
