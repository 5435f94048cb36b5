// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/slip_search.h"

#include <cstdlib>

#include "host/base/ranges.h"

namespace xb {

/// The trace that is ahead is held back, so that both are at the same point.
struct SlipSearch::Candidate {
  Candidate(int cycles, const std::vector<ValueSlot>& slots) : slip(cycles), held_back(slots) {}
  int slip;
  ValueStore held_back;  // WANT's values where GOT is later, else GOT's
  std::uint64_t changes = 0;
  std::optional<std::uint64_t>
      first_difference;  // of the two without the slip, of cycles that are compared with it
};

namespace {

template <class Visit>
void for_slots(const std::vector<std::uint64_t>& words, const std::vector<ValueSlot>& slots,
               const Visit& visit) {
  for (std::size_t i = 0; i < words.size(); i += change::length(words[i], slots)) {
    if (!visit(change::slot(words[i]))) return;
  }
}

}  // namespace

SlipSearch::SlipSearch(const TraceHeader& want, const TraceHeader& got, const std::vector<SignalPair>& pairs,
                       unsigned most)
    : want_(want),
      got_(got),
      pairs_(pairs),
      check_(want.slots, got.slots),
      most_(most),
      of_want_(want.slots.size()),
      of_got_(got.slots.size()) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    of_want_[pairs[i].want_slot].push_back(static_cast<std::uint32_t>(i));
    of_got_[pairs[i].got_slot].push_back(static_cast<std::uint32_t>(i));
  }
  for (int k = 1; k <= static_cast<int>(most); ++k) {
    candidates_.push_back(std::make_unique<Candidate>(k, want.slots));
    candidates_.push_back(std::make_unique<Candidate>(-k, got.slots));
  }
}

SlipSearch::~SlipSearch() = default;

bool SlipSearch::equal(std::size_t pair, const Candidate& candidate, const ValueStore& want,
                       const ValueStore& got) const {
  return candidate.slip > 0 ? !check_.differs(pairs_[pair], candidate.held_back, got)
                            : !check_.differs(pairs_[pair], want, candidate.held_back);
}

bool SlipSearch::survives(Candidate& candidate, const ValueStore& want, const ValueStore& got) {
  const auto k = static_cast<std::size_t>(std::abs(candidate.slip));
  if (steps_.size() <= k) return true;
  const bool later = candidate.slip > 0;
  const DiffStep& before = steps_[steps_.size() - 1 - k];
  const std::vector<std::uint64_t>& held = later ? before.want : before.got;
  for (std::size_t i = 0; i < held.size();) i += candidate.held_back.take(held.data() + i);
  bool good = true;
  if (cycles_ == k) {  // the first time that both are there
    for (std::size_t pair = 0; pair < pairs_.size() && good; ++pair) good = equal(pair, candidate, want, got);
    return good;
  }
  const auto check_pairs = [&](const std::vector<std::uint32_t>& touched) {
    for (const std::uint32_t pair : touched) {
      ++candidate.changes;
      if (!equal(pair, candidate, want, got)) return good = false;
    }
    return true;
  };
  for_slots(held, later ? want_.slots : got_.slots,
            [&](std::uint32_t slot) { return check_pairs((later ? of_want_ : of_got_)[slot]); });
  if (!good) return false;
  for_slots(later ? steps_.back().got : steps_.back().want, later ? got_.slots : want_.slots,
            [&](std::uint32_t slot) { return check_pairs((later ? of_got_ : of_want_)[slot]); });
  return good;
}

void SlipSearch::step(const DiffStep& step, const ValueStore& want, const ValueStore& got, bool differs) {
  if (candidates_.empty()) return;
  steps_.push_back(step);
  if (step.equal) steps_.back().got = step.want;
  if (steps_.size() > most_ + 1) steps_.pop_front();
  erase_if(candidates_, [&](const auto& candidate) { return !survives(*candidate, want, got); });
  for (const auto& candidate : candidates_) {
    const bool compared = cycles_ >= static_cast<std::uint64_t>(std::abs(candidate->slip));
    if (differs && compared && !candidate->first_difference) candidate->first_difference = cycles_;
  }
  ++cycles_;
  if (candidates_.empty()) steps_.clear();
}

std::optional<int> SlipSearch::found() const {
  constexpr std::uint64_t kEvidence = 4;
  for (const auto& candidate : candidates_) {
    const auto k = static_cast<std::uint64_t>(std::abs(candidate->slip));
    // What repeats every k cycles is equal under the slip, too; it explains nothing of what differs at an
    // end.
    const bool explains = candidate->first_difference && *candidate->first_difference + k < cycles_;
    if (cycles_ >= (kEvidence + 1) * k && candidate->changes > 0 && explains) return candidate->slip;
  }
  return {};
}

}  // namespace xb
