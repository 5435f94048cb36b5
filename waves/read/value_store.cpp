// SPDX-License-Identifier: Apache-2.0
#include "waves/read/value_store.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace xb {

const char* name_of(TraceFormat format) {
  constexpr const char* kNames[] = {"line trace", "VCD", "FST"};
  return kNames[static_cast<std::size_t>(format)];
}

void ValueStore::Free::operator()(std::uint64_t* memory) const { std::free(memory); }

ValueStore::ValueStore(const std::vector<ValueSlot>& slots) : slots_(&slots) {
  place_.reserve(slots.size());
  std::size_t texts = 0;
  for (const ValueSlot& slot : slots) {
    place_.push_back(slot.kind == ValueKind::Text ? texts++ : words_);
    if (slot.kind == ValueKind::Bits || slot.kind == ValueKind::Event)
      words_ += 2 * change::plane_words(slot.width);
    if (slot.kind == ValueKind::Real) words_ += 2;
  }
  texts_.resize(texts);
  // Pages of zeros (all x) cost nothing until they are written.
  memory_.reset(
      static_cast<std::uint64_t*>(std::calloc(std::max<std::size_t>(words_, 1), sizeof(std::uint64_t))));
  if (!memory_) throw std::bad_alloc();
}

double ValueStore::real(std::uint32_t slot) const {
  double number = 0;
  std::memcpy(&number, value(slot), sizeof number);
  return number;
}

std::size_t ValueStore::take_long(const std::uint64_t* words) {
  const std::uint64_t head = *words;
  const std::uint32_t slot = change::slot(head);
  const std::uint32_t width = (*slots_)[slot].width;
  const std::size_t plane = change::plane_words(width);
  switch (change::form(head)) {
    case change::Form::Bit:
      break;
    case change::Form::Known: {
      std::uint64_t* planes = memory_.get() + place_[slot];
      std::copy_n(words + 1, plane, planes);
      std::fill_n(planes + plane, plane, ~std::uint64_t{0});
      if (width % 64 != 0) planes[2 * plane - 1] = ~std::uint64_t{0} >> (64 - width % 64);
      return 1 + plane;
    }
    case change::Form::Planes:
      std::copy_n(words + 1, 2 * plane, memory_.get() + place_[slot]);
      return 1 + 2 * plane;
    case change::Form::Text:
      texts_[place_[slot]].assign(reinterpret_cast<const char*>(words + 1), change::data(head));
      return 1 + (change::data(head) + 7) / 8;
    case change::Form::Real:
      memory_[place_[slot]] = words[1];
      memory_[place_[slot] + 1] = 1;
      return 2;
  }
  return 1;
}

void ValueStore::put(std::uint32_t slot, std::vector<std::uint64_t>& words) const {
  const ValueSlot& kept = (*slots_)[slot];
  if (kept.kind == ValueKind::Text) {
    const std::string& text = texts_[place_[slot]];
    words.push_back(change::head(slot, change::Form::Text, text.size()));
    const std::size_t at = words.size();
    words.resize(at + (text.size() + 7) / 8);
    if (!text.empty()) std::memcpy(words.data() + at, text.data(), text.size());
    return;
  }
  if (kept.kind == ValueKind::Real) {
    words.push_back(change::head(slot, change::Form::Real));
    words.push_back(*value(slot));
    return;
  }
  words.push_back(change::head(slot, change::Form::Planes));
  words.insert(words.end(), value(slot), value(slot) + 2 * change::plane_words(kept.width));
}

void ValueStore::copy(const ValueStore& other) {
  std::copy_n(other.memory_.get(), words_, memory_.get());
  texts_ = other.texts_;
}

}  // namespace xb
