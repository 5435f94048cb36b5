// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/class_service.h"

namespace xb::twin {

/// Twin of xb_class_yield: an output that reads words of its classes in turns of N cycles would idle if it
/// always read the highest class while that has only words of fewer than N beats. So a class yields once
/// after such a word, if another has one.
class ClassYield {
 public:
  /// Of `open`, the classes with a word, those to choose from.
  [[nodiscard]] ClassMask choice(ClassMask open) const {
    const ClassMask others = open & ~yields_;
    return others != 0 ? others : open;
  }
  /// A word has been read. `is_short`: it begins a packet and has fewer than N beats.
  void read(unsigned of_class, bool is_short) { yields_ = ClassMask{is_short} << of_class; }

 private:
  ClassMask yields_ = 0;
};

}  // namespace xb::twin
