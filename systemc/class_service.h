// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "systemc/wires.h"

namespace xb::twin {

/// A set of traffic classes: bit c is class c.
using ClassMask = std::uint32_t;

/// Classes that need no share.
[[nodiscard]] inline ClassMask classes_without_share(const Settings& s, unsigned classes) {
  if (s.service == Service::Strict) return (ClassMask{1} << classes) - 1;
  return s.service == Service::StrictDwrr ? ClassMask{1} << (classes - 1) : 0;
}

/// Twin of xb_class_service: which classes an output may serve now, by strict priority or deficit round
/// robin.
class ClassService {
 public:
  explicit ClassService(unsigned classes) : classes_(classes) {}

  void reset() { left_ = {}; }

  /// `open`: classes of which a packet is able to start here.
  [[nodiscard]] ClassMask allowed(const Settings& s, ClassMask open) const {
    if (s.service == Service::Strict) return all();
    ClassMask eligible = exempt(s);
    for (unsigned c = 0; c < classes_; ++c) eligible |= ClassMask{left_[c] > 0} << c;
    return (open & eligible) != 0 ? eligible : all();
  }
  /// Clock edge. `waiting`: classes of which a head waits for the output, or holds it; `sent`: those of
  /// which a beat has been taken.
  void clock(const Settings& s, ClassMask waiting, ClassMask sent) {
    if (s.service == Service::Strict) return reset();
    const ClassMask unshared = exempt(s);
    waiting &= ~unshared;
    bool some_left = false;
    for (unsigned c = 0; c < classes_; ++c) {
      if ((sent >> c & 1U) != 0) left_[c] = std::max(left_[c] - 1, kLowest);
      if ((unshared >> c & 1U) != 0) left_[c] = 0;
      some_left = some_left || ((waiting >> c & 1U) != 0 && left_[c] > 0);
    }
    for (unsigned c = 0; !some_left && c < classes_; ++c)
      if ((waiting >> c & 1U) != 0) left_[c] += static_cast<std::int32_t>(s.weights >> 8 * c & 0xffU);
  }

 private:
  static constexpr std::int32_t kLowest = -(1 << 15);

  [[nodiscard]] ClassMask all() const { return (ClassMask{1} << classes_) - 1; }
  [[nodiscard]] ClassMask exempt(const Settings& s) const { return classes_without_share(s, classes_); }

  unsigned classes_;
  std::array<std::int32_t, kMaxClasses> left_{};  // beats, per class
};

}  // namespace xb::twin
