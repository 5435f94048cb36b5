// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/pair_ledger.h"

#include <algorithm>

namespace xb {

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
  return std::all_of(pairs_.begin(), pairs_.end(),
                     [](const SignalPair& pair) { return pair.whole && pair.want_slot == pair.got_slot; });
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
