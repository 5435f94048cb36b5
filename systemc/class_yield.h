// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/class_service.h"

namespace xb::twin {

/// Twin of xb_class_yield: an output that reads words of its classes in turns of N cycles would idle if it
/// always read the highest class while that has only words of fewer than N beats. So it reads the highest
/// whose word lasts until the next turn's. If there is none, a class yields once after a word of fewer than N
/// beats, if another has one.
class ClassYield {
 public:
  /// With what is staged, a word of so many beats lasts until that of the next turn is on offer, and there is
  /// room for it.
  [[nodiscard]] static bool lasts(unsigned ports, std::uint32_t staged, std::uint32_t beats) {
    const std::uint32_t both = staged + beats;
    return both >= ports + 2 && (staged <= ports + 1 || both <= 2 * ports + 1);
  }
  /// Of `open`, the classes with a word, those to choose from; `lasting`: those whose word lasts.
  [[nodiscard]] ClassMask choice(ClassMask open, ClassMask lasting) const {
    if (lasting != 0) return lasting;
    const ClassMask others = open & ~yields_;
    return others != 0 ? others : open;
  }
  /// A word has been read. `is_short`: it has fewer than N beats.
  void read(unsigned of_class, bool is_short) { yields_ = ClassMask{is_short} << of_class; }

 private:
  ClassMask yields_ = 0;
};

}  // namespace xb::twin
