// SPDX-License-Identifier: Apache-2.0
#include "waves/read/edge_sampler.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace xb {
namespace {

constexpr std::size_t kMuch = std::size_t{1} << 21U;  // words between two edges

/// A digit as its value (bit 0) and whether it is known (bit 1); 4 where it is none.
constexpr std::array<std::uint8_t, 256> digit_table() {
  std::array<std::uint8_t, 256> table{};
  for (auto& entry : table) entry = 4;
  table['0'] = table['l'] = table['L'] = 2;
  table['1'] = table['h'] = table['H'] = 3;
  for (const char c : {'x', 'X', 'u', 'U', 'w', 'W', '-', '?'}) table[static_cast<unsigned char>(c)] = 0;
  table['z'] = table['Z'] = 1;
  return table;
}
constexpr std::array<std::uint8_t, 256> kDigits = digit_table();

/// Eight digits 0 or 1 at once, the first as the most significant bit; false if there are others.
bool eight(const char* digits, std::uint64_t& bits) {
  std::uint64_t text = 0;
  std::memcpy(&text, digits, 8);
  constexpr std::uint64_t kZeros = 0x3030303030303030, kOnes = 0x0101010101010101;
  if ((text & ~kOnes) != kZeros) return false;
  // The product gathers the lowest bits of all bytes in the highest byte, the first byte's as its highest.
  bits = ((text & kOnes) * 0x8040201008040201U) >> 56U;
  return true;
}

/// Up to 64 bits: their values and which are known.
struct Planes {
  std::uint64_t value = 0, known = 0;
};

/// Up to 64 digits; false if one is none.
bool take_digits(const char* digits, std::size_t count, Planes& planes) {
  const char* end = digits + count;
  std::size_t done = 0;
  for (std::uint64_t bits = 0; done + 8 <= count && eight(end - 8, bits); done += 8, end -= 8) {
    planes.value |= bits << done;
    planes.known |= std::uint64_t{0xff} << done;
  }
  for (; done < count; ++done) {
    const std::uint64_t digit = kDigits[static_cast<unsigned char>(*--end)];
    if (digit > 3) return false;
    planes.value |= (digit & 1U) << done;
    planes.known |= digit >> 1U << done;
  }
  return true;
}

/// Sets the bits `from` to `width` - 1.
void set_from(std::uint64_t* plane, std::size_t from, std::size_t width) {
  for (std::size_t i = from; i < width; i = (i / 64 + 1) * 64) {
    std::uint64_t mask = ~std::uint64_t{0} << i % 64;
    if (width / 64 == i / 64) mask &= (std::uint64_t{1} << width % 64) - 1;
    plane[i / 64] |= mask;
  }
}

}  // namespace

EdgeSampler::EdgeSampler(const std::vector<ValueSlot>& slots, std::uint32_t clock, SampleSink& sink)
    : slots_(slots), clock_(clock), sink_(sink), compact_at_(kMuch) {
  for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot].kind != ValueKind::Event) continue;
    events_.emplace(slot, Event{});
    shown_.push_back(slot);  // so that the first sample says 0
  }
}

void EdgeSampler::fires(std::uint32_t slot) {
  bool& fires = events_.at(slot).fires;
  if (!fires) firing_.push_back(slot);
  fires = true;
}

void EdgeSampler::settle_events() {
  for (const std::uint32_t slot : firing_) {
    Event& event = events_.at(slot);
    if (event.count++ == 0) fired_.push_back(slot);
    event.fires = false;
  }
  firing_.clear();
}

void EdgeSampler::put_events() {
  if (shown_.empty() && fired_.empty()) return;
  std::vector<std::uint64_t> words;
  const auto put = [&](std::uint32_t slot, std::uint64_t count) {
    words.push_back(change::head(slot, change::Form::Known));
    words.push_back(count);
  };
  for (const std::uint32_t slot : shown_) {
    if (events_.at(slot).count == 0) put(slot, 0);
  }
  for (const std::uint32_t slot : fired_) put(slot, std::exchange(events_.at(slot).count, 0));
  shown_.swap(fired_);
  fired_.clear();
  words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(settled_), words.begin(), words.end());
  settled_ += words.size();
}

bool EdgeSampler::bits(std::uint32_t slot, const char* digits, std::size_t count) {
  const std::uint32_t width = slots_[slot].width;
  if (width > 64) return wide_bits(slot, digits, count);
  Planes planes;
  if (!take_digits(digits, count, planes)) return false;
  if (width == 1) {
    bit(slot, (planes.value & 1U) != 0, (planes.known & 1U) != 0);
    return true;
  }
  if (count < width) {
    const unsigned first = count == 0 ? 0 : kDigits[static_cast<unsigned char>(*digits)];
    if ((first & 2U) != 0) set_from(&planes.known, count, width);
    if (first == 1) set_from(&planes.value, count, width);
  }
  const bool all_known = planes.known == ~std::uint64_t{0} >> (64 - width);
  words_.push_back(change::head(slot, all_known ? change::Form::Known : change::Form::Planes));
  words_.push_back(planes.value);
  if (!all_known) words_.push_back(planes.known);
  return true;
}

bool EdgeSampler::wide_bits(std::uint32_t slot, const char* digits, std::size_t count) {
  const std::uint32_t width = slots_[slot].width;
  const std::size_t plane = change::plane_words(width);
  const std::size_t at = words_.size();
  words_.resize(at + 1 + 2 * plane);
  std::uint64_t* const value = words_.data() + at + 1;
  std::uint64_t* const known = value + plane;
  std::size_t left = count;
  for (std::size_t word = 0; left > 0; ++word) {
    const std::size_t here = std::min<std::size_t>(left, 64);
    left -= here;
    Planes planes;
    if (!take_digits(digits + left, here, planes)) {
      words_.resize(at);
      return false;
    }
    value[word] = planes.value;
    known[word] = planes.known;
  }
  // What is missing to the left: zeros, or the x or z that stands first.
  if (count < width) {
    const unsigned first = count == 0 ? 0 : kDigits[static_cast<unsigned char>(*digits)];
    if ((first & 2U) != 0) set_from(known, count, width);
    if (first == 1) set_from(value, count, width);
  }
  bool all_known = true;
  for (std::size_t word = 0; word + 1 < plane; ++word) all_known &= known[word] == ~std::uint64_t{0};
  all_known &= known[plane - 1] == ~std::uint64_t{0} >> (64 * plane - width);
  words_[at] = change::head(slot, all_known ? change::Form::Known : change::Form::Planes);
  if (all_known) words_.resize(at + 1 + plane);
  return true;
}

void EdgeSampler::text(std::uint32_t slot, const char* text, std::size_t length) {
  while (length > 0 && (*text == ' ' || *text == '\0')) ++text, --length;
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\0')) --length;
  words_.push_back(change::head(slot, change::Form::Text, length));
  const std::size_t at = words_.size();
  words_.resize(at + (length + 7) / 8);
  if (length > 0) std::memcpy(words_.data() + at, text, length);
}

void EdgeSampler::real(std::uint32_t slot, double number) {
  words_.push_back(change::head(slot, change::Form::Real));
  words_.emplace_back();
  std::memcpy(&words_.back(), &number, sizeof number);
}

void EdgeSampler::compact() {
  if (!last_) {
    last_ = std::make_unique<ValueStore>(slots_);
    changed_.resize(slots_.size());
  }
  std::vector<std::uint64_t> words;
  const auto keep_last = [&](std::size_t from, std::size_t to) {
    std::vector<std::uint32_t> slots;
    for (std::size_t i = from; i < to;) {
      const std::uint32_t slot = change::slot(words_[i]);
      if (!changed_[slot]) slots.push_back(slot);
      changed_[slot] = true;
      i += last_->take(words_.data() + i);
    }
    for (const std::uint32_t slot : slots) {
      last_->put(slot, words);
      changed_[slot] = false;
    }
  };
  keep_last(0, settled_);
  const std::size_t settled = words.size();
  keep_last(settled_, words_.size());
  words_ = std::move(words);
  settled_ = settled;
  compact_at_ = std::max(kMuch, 2 * words_.size());
}

}  // namespace xb
