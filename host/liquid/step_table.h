// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/liquid/transfer_classes.h"

namespace xb {

/// A set of steps by their numbers, 64 to a word.
using StepBits = std::vector<std::uint64_t>;

inline unsigned lowest_bit(std::uint64_t word) { return static_cast<unsigned>(__builtin_ctzll(word)); }
inline unsigned bit_count(std::uint64_t word) { return static_cast<unsigned>(__builtin_popcountll(word)); }

/// A schedule while it is made: which transfers are in which step, and which steps of a link are full. The
/// transfers of class k are the items first(k)..first(k + 1) - 1. Never holds more than a link carries.
class StepTable {
 public:
  static constexpr std::uint32_t kNoStep = 0xffffffff;

  /// `problem` must stay.
  StepTable(const ClassProblem& problem, unsigned steps);

  [[nodiscard]] const ClassProblem& problem() const { return *problem_; }
  [[nodiscard]] unsigned steps() const { return steps_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] unsigned first(unsigned of) const { return first_[of]; }
  [[nodiscard]] unsigned class_of(unsigned item) const { return class_of_[item]; }
  [[nodiscard]] std::uint32_t step_of(unsigned item) const { return step_of_[item]; }
  /// By item; kNoStep where it has none.
  [[nodiscard]] const std::vector<std::uint32_t>& step_of() const { return step_of_; }
  /// Items without a step.
  [[nodiscard]] unsigned left() const { return left_; }

  /// The steps in which a link carries its capacity.
  [[nodiscard]] const std::uint64_t* full(unsigned link) const { return &full_[link * words_]; }
  [[nodiscard]] bool full(unsigned link, unsigned step) const {
    return (full(link)[step / 64] >> step % 64 & 1U) != 0;
  }
  [[nodiscard]] bool fits(unsigned of, unsigned step) const;
  [[nodiscard]] const std::vector<std::uint32_t>& items_in(unsigned step) const { return items_in_[step]; }

  /// `item` has no step; `step` has room on all its links.
  void place(unsigned item, unsigned step);
  /// `item` has a step.
  void remove(unsigned item);

 private:
  void count(unsigned link, unsigned step, int by);

  const ClassProblem* problem_;
  unsigned steps_;
  std::size_t words_;
  unsigned left_;
  std::vector<std::uint32_t> first_;                  // by class
  std::vector<std::uint32_t> class_of_, step_of_;     // by item
  std::vector<std::uint32_t> index_in_;               // by item: in items_in_ of its step
  std::vector<std::vector<std::uint32_t>> items_in_;  // by step
  std::vector<std::uint64_t> full_;                   // by link and word
  std::vector<std::uint32_t> counts_at_;              // by link: where its counts begin; kNoStep: capacity 1
  std::vector<std::uint16_t> counts_;                 // by link and step
};

}  // namespace xb
