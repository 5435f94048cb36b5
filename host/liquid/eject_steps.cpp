// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/eject_steps.h"

#include <algorithm>

namespace xb {

EjectSteps::EjectSteps(StepTable& table, RandomStream random)
    : table_(table),
      random_(random),
      missed_(table.problem().classes(), 1),
      tabu_until_(kTabus, 0),
      slot_of_(table.problem().links(), 0) {
  for (StepBits& bits : by_full_) bits.assign(table.words(), 0);
}

bool EjectSteps::run(std::uint64_t moves, const std::function<bool()>& stop) {
  constexpr std::uint64_t kMovesBetweenStops = 256;
  waiting_.clear();
  for (unsigned item = 0; item < table_.step_of().size(); ++item) {
    if (table_.step_of(item) == StepTable::kNoStep) waiting_.push_back(item);
  }
  for (; !waiting_.empty(); --moves) {
    if (moves == 0 || (moves % kMovesBetweenStops == 0 && stop())) return false;
    ++move_;
    const std::uint32_t item = waiting_.back();
    waiting_.pop_back();
    put(item);
  }
  return true;
}

void EjectSteps::put(unsigned item) {
  const unsigned of = table_.class_of(item);
  split_steps(of);
  const std::uint32_t free = random_step(0);
  if (free != StepTable::kNoStep) {
    table_.place(item, free);
    return;
  }
  ++missed_[of];
  std::uint32_t best = StepTable::kNoStep;
  std::uint64_t least = ~std::uint64_t{0};
  for (unsigned n = 1; n <= kMostFull; ++n) {
    for (unsigned sample = 0; sample < kSamples >> (n - 1); ++sample) {
      const std::uint32_t step = random_step(n);
      if (step == StepTable::kNoStep) break;
      if (tabu_until(of, step) > move_) continue;
      const std::uint64_t cost = find_victims(of, step);
      if (cost >= least) continue;
      least = cost;
      best = step;
      std::swap(victims_, best_victims_);
    }
  }
  for (unsigned n = 1; best == StepTable::kNoStep; ++n) {
    best = random_step(n);
    if (best == StepTable::kNoStep) continue;
    find_victims(of, best);
    std::swap(victims_, best_victims_);
  }
  for (const std::uint32_t victim : best_victims_) {
    table_.remove(victim);
    tabu_until(table_.class_of(victim), best) = move_ + 8 + random_.below(8);
    waiting_.push_back(victim);
  }
  table_.place(item, best);
}

void EjectSteps::split_steps(unsigned of) {
  const std::size_t words = table_.words();
  for (std::size_t word = 0; word < words; ++word) {
    std::uint64_t least[kMostFull] = {};  // steps in which at least 1, 2, ... links are full
    for (const unsigned link : table_.problem().path(of)) {
      std::uint64_t carry = table_.full(link)[word];
      for (std::uint64_t& some : least) {
        const std::uint64_t both = some & carry;
        some |= carry;
        carry = both;
      }
    }
    std::uint64_t rest = ~std::uint64_t{0};
    if (word + 1 == words && table_.steps() % 64 != 0) rest = (std::uint64_t{1} << table_.steps() % 64) - 1;
    for (unsigned n = 0; n < kMostFull; ++n) {
      by_full_[n][word] = rest & ~least[n];
      rest &= least[n];
    }
    by_full_[kMostFull][word] = rest;
  }
}

std::uint32_t EjectSteps::random_step(unsigned n) {
  const StepBits& bits = by_full_[n];
  const auto words = static_cast<std::uint32_t>(bits.size());
  std::uint32_t word = random_.below(words);
  for (std::uint32_t seen = 0; seen < words; ++seen, word = word + 1 == words ? 0 : word + 1) {
    std::uint64_t some = bits[word];
    if (some == 0) continue;
    for (unsigned skip = random_.below(bit_count(some)); skip > 0; --skip) some &= some - 1;
    return word * 64 + lowest_bit(some);
  }
  return StepTable::kNoStep;
}

std::uint64_t EjectSteps::find_victims(unsigned of, unsigned step) {
  const ClassProblem& problem = table_.problem();
  full_links_.clear();
  victims_.clear();
  for (const unsigned link : problem.path(of)) {
    if (!table_.full(link, step)) continue;
    full_links_.push_back(link);
    slot_of_[link] = static_cast<std::uint32_t>(full_links_.size());
    victims_.push_back(StepTable::kNoStep);
  }
  // On each full link the one whose class missed least often; of several a random one.
  for (const std::uint32_t item : table_.items_in(step)) {
    for (const unsigned link : problem.path(table_.class_of(item))) {
      if (slot_of_[link] == 0) continue;
      std::uint32_t& victim = victims_[slot_of_[link] - 1];
      if (victim != StepTable::kNoStep) {
        const std::uint64_t now = missed_[table_.class_of(victim)];
        const std::uint64_t other = missed_[table_.class_of(item)];
        if (other > now || (other == now && random_.below(2) == 0)) continue;
      }
      victim = item;
    }
  }
  for (const unsigned link : full_links_) slot_of_[link] = 0;
  std::sort(victims_.begin(), victims_.end());
  victims_.erase(std::unique(victims_.begin(), victims_.end()), victims_.end());
  std::uint64_t cost = 0;
  for (const std::uint32_t victim : victims_) cost += missed_[table_.class_of(victim)];
  return cost;
}

}  // namespace xb
