// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/class_service.h"
#include "systemc/starvation_guard.h"

namespace xb::twin {

/// Twin of xb_class_yield: an output that reads words of its classes in turns of N cycles would idle if it
/// always read the highest class while that has only words of fewer than N beats. So it reads the highest
/// whose word lasts until the next turn's. If there is none, a class yields once after a word of fewer than N
/// beats, if another has one. A class that is passed over for words that last gets a turn when it is due.
class ClassYield {
 public:
  /// With what is staged, a word of so many beats lasts until that of the next turn is on offer, and there is
  /// room for it.
  [[nodiscard]] static bool lasts(unsigned ports, std::uint32_t staged, std::uint32_t beats) {
    const std::uint32_t both = staged + beats;
    return both >= ports + 2 && (staged <= ports + 1 || both <= 2 * ports + 1);
  }
  /// What an output has in its turn: classes with a word, those whose word lasts; it would idle without a
  /// word.
  struct Words {
    ClassMask open = 0, lasting = 0;
    bool needed = true;
    [[nodiscard]] ClassMask ending() const { return open & ~lasting; }
  };
  /// The classes to choose from.
  [[nodiscard]] ClassMask choice(const Words& words) const {
    if (words.lasting != 0) return words.lasting | (words.needed && guard_.due() ? unserved(words) : 0);
    const ClassMask others = words.open & ~yields_;
    return others != 0 ? others : words.open;
  }
  /// A word has been read. `is_short`: it has fewer than N beats; `chosen`: its packet was not under way.
  void read(unsigned of_class, bool is_short, const Words& words, bool chosen) {
    const ClassMask read = ClassMask{1} << of_class;
    yields_ = is_short ? read : 0;
    const bool forced =
        chosen && words.needed && guard_.due() && words.lasting != 0 && (words.lasting & read) == 0;
    // Others are passed over because their word does not last, or though it would do where none is needed.
    const ClassMask passed = (words.needed ? words.ending() : words.lasting) & ~read;
    if (!is_short || (!forced && passed != 0)) return guard_.pass();
    if (forced) served_ = ((words.ending() & ~served_) != 0 ? served_ : 0) | read;
    guard_.serve();
  }

 private:
  /// Of the classes whose word does not last, those that were not due since all of them were.
  [[nodiscard]] ClassMask unserved(const Words& words) const {
    const ClassMask left = words.ending() & ~served_;
    return left != 0 ? left : words.ending();
  }

  StarvationGuard guard_;
  ClassMask yields_ = 0, served_ = 0;
};

}  // namespace xb::twin
