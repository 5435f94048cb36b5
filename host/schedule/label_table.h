// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// Labels of one rank's operations: open addressing, emptied at no cost, so that a file with many ranks and
/// a million labels allocates a few times in all. The texts of the labels must outlive the table.
class LabelTable {
 public:
  LabelTable() : slots_(kFirstSlots) {}

  /// Forgets all labels.
  void clear() {
    ++generation_;
    used_ = 0;
  }

  /// False if the label is there already.
  bool insert(std::string_view label, OpId op) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    Slot& slot = find_slot(label);
    if (slot.generation == generation_) return false;
    slot = {label, op, generation_};
    ++used_;
    return true;
  }

  /// The operation of that label, or null.
  [[nodiscard]] const OpId* find(std::string_view label) {
    const Slot& slot = find_slot(label);
    return slot.generation == generation_ ? &slot.op : nullptr;
  }

 private:
  static constexpr std::size_t kFirstSlots = 1024;  // a power of two
  struct Slot {
    std::string_view label;
    OpId op = 0;
    std::uint32_t generation = 0;  // of an older rank: empty
  };

  static std::size_t hash(std::string_view label) {
    std::uint64_t h = 0xcbf29ce484222325U;  // FNV-1a
    for (const char c : label) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return h ^ (h >> 29U);
  }

  Slot& find_slot(std::string_view label) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash(label) & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.generation != generation_ || slot.label == label) return slot;
    }
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.generation == generation_) find_slot(slot.label) = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace xb
