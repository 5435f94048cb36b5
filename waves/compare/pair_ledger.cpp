// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/pair_ledger.h"

#include <algorithm>
#include <cmath>

#include "host/base/ranges.h"

namespace xb {
namespace {

struct Bits {
  std::uint64_t value, known;
};

/// Up to 64 bits of a slot from `bit` on; what is beyond the slot's width is 0, or as its first bit where
/// that is x or z.
Bits bits_of(const ValueStore& store, std::uint32_t slot, std::uint32_t width, std::uint32_t bit,
             std::uint32_t count) {
  const std::uint32_t kept = width == 0 ? 64 : width;
  const auto part = [&](const std::uint64_t* plane) {
    const std::size_t words = change::plane_words(width);
    const std::size_t word = bit / 64;
    if (word >= words) return std::uint64_t{0};
    std::uint64_t bits = plane[word] >> bit % 64;
    if (bit % 64 != 0 && word + 1 < words) bits |= plane[word + 1] << (64 - bit % 64);
    return bits;
  };
  Bits bits{part(store.value(slot)), part(store.known(slot))};
  if (bit + 64 > kept) {
    const auto first = [&](const std::uint64_t* plane) {
      return plane[(kept - 1) / 64] >> (kept - 1) % 64 & 1U;
    };
    const std::uint64_t beyond = bit >= kept ? ~std::uint64_t{0} : ~std::uint64_t{0} << (kept - bit);
    if (first(store.known(slot)) != 0)
      bits.known |= beyond;
    else if (first(store.value(slot)) != 0)
      bits.value |= beyond;
  }
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

PairLedger::PairLedger(const DiffSide& want, const DiffSide& got, const std::vector<SignalPair>& pairs,
                       const std::vector<std::size_t>& ignored_by)
    : want_(want),
      got_(got),
      pairs_(pairs),
      ignored_by_(ignored_by),
      check_(want.header().slots, got.header().slots),
      states_(pairs.size()),
      of_want_(want.header().slots.size()),
      of_got_(got.header().slots.size()) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    of_want_[pairs[i].want_slot].push_back(static_cast<std::uint32_t>(i));
    of_got_[pairs[i].got_slot].push_back(static_cast<std::uint32_t>(i));
  }
}

bool PairLedger::is_one_to_one() const {
  const auto& want = want_.header().slots;
  const auto& got = got_.header().slots;
  if (want.size() != got.size()) return false;
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (want[i].kind != got[i].kind || want[i].width != got[i].width) return false;
  }
  return all_of(pairs_, [](const SignalPair& pair) { return pair.whole && pair.want_slot == pair.got_slot; });
}

void PairLedger::step(std::uint64_t step) {
  step_of_equals(step);
  for (const std::uint32_t slot : want_.changed()) {
    for (const std::uint32_t pair : of_want_[slot]) check(pair);
  }
  for (const std::uint32_t slot : got_.changed()) {
    for (const std::uint32_t pair : of_got_[slot]) check(pair);
  }
}

void PairLedger::check(std::uint32_t index) {
  State& state = states_[index];
  const bool differs = check_.differs(pairs_[index], want_.values(), got_.values());
  if (differs == state.differs) return;
  state.differs = differs;
  const bool counts = ignored_by_[index] == kCounted;
  if (!differs) {
    state.steps += step_ - state.since;
    if (counts) --differing_;
    return;
  }
  state.since = step_;
  if (!state.ever) state.first_cycle = want_.cycle();
  state.ever = true;
  if (!counts) return;
  ++differing_;
  began_.push_back(index);
}

std::optional<SignalDifference> PairLedger::difference_of(std::size_t index) const {
  const State& state = states_[index];
  if (!state.ever) return {};
  const SignalPair& pair = pairs_[index];
  SignalDifference difference;
  difference.want_path = want_.header().signals[pair.want_signal].path;
  difference.got_path = got_.header().signals[pair.got_signal].path;
  difference.width = want_.header().slots[pair.want_slot].kind == ValueKind::Bits ? pair.width : 0;
  difference.first_cycle = state.first_cycle;
  difference.cycles = state.steps + (state.differs ? step_ + 1 - state.since : 0);
  difference.aliases = pair.aliases;
  return difference;
}

}  // namespace xb
