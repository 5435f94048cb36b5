// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/pair_check.h"

#include <algorithm>
#include <cmath>

namespace xb {
namespace {

struct Bits {
  std::uint64_t value, known;
};

/// Up to 64 bits of a slot from `bit` on; what is beyond the slot's width is 0.
Bits bits_of(const ValueStore& store, std::uint32_t slot, std::uint32_t width, std::uint32_t bit,
             std::uint32_t count) {
  const std::uint32_t kept = width == 0 ? 64 : width;
  const auto part = [&](const std::uint64_t* plane) {
    const std::size_t words = record::plane_words(width);
    const std::size_t word = bit / 64;
    if (word >= words) return std::uint64_t{0};
    std::uint64_t bits = plane[word] >> bit % 64;
    if (bit % 64 != 0 && word + 1 < words) bits |= plane[word + 1] << (64 - bit % 64);
    return bits;
  };
  Bits bits{part(store.value(slot)), part(store.known(slot))};
  if (bit + 64 > kept) bits.known |= bit >= kept ? ~std::uint64_t{0} : ~std::uint64_t{0} << (kept - bit);
  if (count < 64) {
    const std::uint64_t mask = (std::uint64_t{1} << count) - 1;
    bits.value &= mask;
    bits.known &= mask;
  }
  return bits;
}

bool same_number(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  constexpr double kDigits = 1e-15;
  return std::isfinite(a) && std::isfinite(b) &&
         std::abs(a - b) <= kDigits * std::max(std::abs(a), std::abs(b));
}

}  // namespace

bool PairCheck::differs_otherwise(const SignalPair& pair, const ValueStore& want,
                                  const ValueStore& got) const {
  const ValueSlot& mine = want_[pair.want_slot];
  const ValueSlot& theirs = got_[pair.got_slot];
  if (mine.kind == ValueKind::Text) return want.text(pair.want_slot) != got.text(pair.got_slot);
  if (mine.kind == ValueKind::Real) {
    if (want.value(pair.want_slot)[1] == 0) return false;  // no value yet
    return got.value(pair.got_slot)[1] == 0 ||
           !same_number(want.real(pair.want_slot), got.real(pair.got_slot));
  }
  const std::uint32_t width = pair.width != 0 ? pair.width : std::max({mine.width, theirs.width, 64U});
  for (std::uint32_t done = 0; done < width; done += 64) {
    const std::uint32_t count = std::min(64U, width - done);
    const Bits a = bits_of(want, pair.want_slot, mine.width, pair.want_bit + done, count);
    const Bits b = bits_of(got, pair.got_slot, theirs.width, pair.got_bit + done, count);
    if ((((a.value ^ b.value) | (a.known ^ b.known)) & (a.value | a.known)) != 0) return true;
  }
  return false;
}

}  // namespace xb
