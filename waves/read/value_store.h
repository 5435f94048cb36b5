// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "waves/read/trace_header.h"

namespace xb {

/// Changes of values as words of 64 bits. A change is a head word (slot, form and what the form says) and its
/// data: of bits a plane of values, least significant word first, and unless all are known a plane of what is
/// known; the bytes of a text, filled up to whole words; a real number.
namespace change {

enum class Form : std::uint8_t { Bit, Known, Planes, Text, Real };
constexpr unsigned kFormBit = 61, kDataBit = 32;
constexpr std::uint64_t kMostText = (std::uint64_t{1} << (kFormBit - kDataBit)) - 1;  ///< bytes

/// `data`: of a bit its value and whether it is known, as bits 0 and 1; of a text its length.
constexpr std::uint64_t head(std::uint32_t slot, Form form, std::uint64_t data = 0) {
  return slot | data << kDataBit | static_cast<std::uint64_t>(form) << kFormBit;
}
constexpr std::uint32_t slot(std::uint64_t head) { return static_cast<std::uint32_t>(head); }
constexpr Form form(std::uint64_t head) { return static_cast<Form>(head >> kFormBit); }
constexpr std::uint64_t data(std::uint64_t head) { return head >> kDataBit & kMostText; }

/// Words of a plane of bits.
constexpr std::size_t plane_words(std::uint32_t width) { return width == 0 ? 1 : (width + 63) / 64; }
/// Words of the change that begins with `head`, the head included.
inline std::size_t length(std::uint64_t head, const std::vector<ValueSlot>& slots) {
  switch (form(head)) {
    case Form::Bit:
      return 1;
    case Form::Known:
      return 1 + plane_words(slots[slot(head)].width);
    case Form::Planes:
      return 1 + 2 * plane_words(slots[slot(head)].width);
    case Form::Text:
      return 1 + (data(head) + 7) / 8;
    case Form::Real:
      break;
  }
  return 2;
}

}  // namespace change

/// The values of all slots at one time. A bit is known (0, 1) or not: x has value 0, z has value 1. All is x
/// at first, and texts are empty; memory is taken only where values are written.
class ValueStore {
 public:
  explicit ValueStore(const std::vector<ValueSlot>& slots);

  /// Words that the planes of all slots take.
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] const std::uint64_t* value(std::uint32_t slot) const { return memory_.get() + place_[slot]; }
  [[nodiscard]] const std::uint64_t* known(std::uint32_t slot) const {
    return value(slot) + change::plane_words((*slots_)[slot].width);
  }
  [[nodiscard]] const std::string& text(std::uint32_t slot) const { return texts_[place_[slot]]; }
  [[nodiscard]] double real(std::uint32_t slot) const;

  /// Takes the change at `words`; returns its length in words.
  std::size_t take(const std::uint64_t* words) {
    const std::uint64_t head = *words;
    if (change::form(head) != change::Form::Bit) return take_long(words);
    std::uint64_t* planes = memory_.get() + place_[change::slot(head)];
    planes[0] = change::data(head) & 1U;
    planes[1] = change::data(head) >> 1U;
    return 1;
  }
  /// Appends a change of the slot's value.
  void put(std::uint32_t slot, std::vector<std::uint64_t>& words) const;
  /// Takes all values of a store of the same slots.
  void copy(const ValueStore& other);

 private:
  struct Free {
    void operator()(std::uint64_t* memory) const;
  };

  std::size_t take_long(const std::uint64_t* words);

  const std::vector<ValueSlot>* slots_;
  std::vector<std::uint64_t> place_;  // of planes and reals in memory_, of texts in texts_
  std::size_t words_ = 0;
  std::unique_ptr<std::uint64_t[], Free> memory_;
  std::vector<std::string> texts_;
};

}  // namespace xb
