// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
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

/// Tokens of a GOAL text, one buffer, no copies. Blanks (space, tab) may stand between any two tokens.
class GoalScanner {
 public:
  /// `text` and `file` (for messages) must outlive the scanner.
  GoalScanner(std::string_view text, const std::string& file)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()), file_(file) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ += kByteOrderMark.size();
  }

  /// Skips empty lines, comments and blanks: what may stand where a line starts.
  void skip_to_line();
  /// Takes `word` if it is next. Its length is a constant, so that comparing needs no call.
  template <std::size_t kSize>
  bool take(const char (&word)[kSize]) {
    constexpr std::size_t kLength = kSize - 1;
    skip_blanks();
    if (static_cast<std::size_t>(end_ - at_) < kLength || std::memcmp(at_, word, kLength) != 0) return false;
    at_ += kLength;
    return true;
  }
  /// The letter, letters, digits and underscores that are next; empty if there is no letter.
  std::string_view take_identifier();
  /// A whole number in low..high; fails otherwise.
  std::uint64_t number(const char* what, std::uint64_t low, std::uint64_t high);
  /// The end of the line, or of the text; fails otherwise. `allowed`: what else could stand here.
  void end_line(const char* allowed);

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// Nothing but the end of the line is next.
  [[nodiscard]] bool at_newline() {
    skip_blanks();
    return at_ != end_ && *at_ == '\n';
  }
  [[nodiscard]] std::uint32_t line() const { return line_; }

  /// Throws InputError `FILE:LINE: WHAT; allowed: ALLOWED`.
  [[noreturn]] void fail(const std::string& what, const std::string& allowed) const;
  /// The same about what is next.
  [[noreturn]] void fail_here(const std::string& allowed) const;

 private:
  void skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  }
  [[gnu::cold]] std::uint64_t long_number(const char* what, std::uint64_t low, std::uint64_t high);
  bool take_newline();
  void skip_block_comment();

  const char* begin_;
  const char* at_;
  const char* end_;
  const std::string& file_;
  std::uint32_t line_ = 1;
};

}  // namespace xb
