// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_repairs.h"

#include <algorithm>

#include "host/liquid/step_formula.h"

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

WindowSteps::WindowSteps(StepTable& table, RandomStream random) : table_(table), random_(random) {}

bool WindowSteps::run(std::uint64_t effort, const std::function<bool()>& stop) {
  std::vector<std::uint32_t> left;
  for (unsigned item = 0; item < table_.step_of().size(); ++item) {
    if (table_.step_of(item) == StepTable::kNoStep) left.push_back(item);
  }
  const unsigned in_a_step = table_.problem().items() / table_.steps() + 1;
  const unsigned most_steps = std::max(kFewestSteps + 1, kMostItems / in_a_step);
  unsigned failures = 0;  // since the last success
  effort_ = 0;
  while (!left.empty() && effort_ < effort && !stop()) {
    std::uint32_t& item = left[random_.below(static_cast<std::uint32_t>(left.size()))];
    // More steps where few are not enough.
    const unsigned more = std::min(failures / kFailuresAStep, most_steps - kFewestSteps);
    choose_steps(table_.class_of(item), kFewestSteps + random_.below(1 + more), most_steps);
    if (reschedule(item, stop)) {
      item = left.back();
      left.pop_back();
      failures = 0;
      continue;
    }
    ++failures;
    // Two other steps otherwise, for the next try to find something else.
    steps_.clear();
    add_random_steps(2);
    reschedule(StepTable::kNoStep, stop);
  }
  return left.empty();
}

void WindowSteps::choose_steps(unsigned of, unsigned number, unsigned most) {
  steps_.clear();
  const LinkPath path = table_.problem().path(of);
  const unsigned all = table_.steps();
  std::vector<std::uint32_t> full(path.begin(), path.end());  // in all steps chosen
  while (!full.empty() && steps_.size() < most) {
    std::uint32_t best = 0;
    std::size_t most_room = 0;
    std::uint32_t step = random_.below(all);
    for (unsigned seen = 0; seen < all; ++seen, step = step + 1 == all ? 0 : step + 1) {
      const auto room = static_cast<std::size_t>(std::count_if(
          full.begin(), full.end(), [&](std::uint32_t link) { return !table_.full(link, step); }));
      if (room <= most_room) continue;
      most_room = room;
      best = step;
      // The first step may be any that has room: the same one would be tried again and again.
      if (steps_.empty() || room == full.size()) break;
    }
    if (most_room == 0) break;
    steps_.push_back(best);
    full.erase(std::remove_if(full.begin(), full.end(),
                              [&](std::uint32_t link) { return !table_.full(link, best); }),
               full.end());
  }
  add_random_steps(number);
}

void WindowSteps::add_random_steps(unsigned number) {
  while (steps_.size() < std::min(number, table_.steps())) {
    const std::uint32_t step = random_.below(table_.steps());
    if (std::find(steps_.begin(), steps_.end(), step) == steps_.end()) steps_.push_back(step);
  }
}

bool WindowSteps::reschedule(std::uint32_t item, const std::function<bool()>& stop) {
  const ClassProblem& problem = table_.problem();
  std::vector<std::uint32_t> items;
  for (const std::uint32_t step : steps_) {
    const auto& in = table_.items_in(step);
    items.insert(items.end(), in.begin(), in.end());
  }
  random_.shuffle(items);
  const std::size_t placed = items.size();
  if (item != StepTable::kNoStep) items.push_back(item);
  TransferSet window;
  for (unsigned link = 0; link < problem.links(); ++link) window.add_link({}, problem.capacity(link));
  std::vector<unsigned> links;
  for (const std::uint32_t of : items) {
    const LinkPath path = problem.path(table_.class_of(of));
    links.assign(path.begin(), path.end());
    window.add({}, links);
  }
  const auto steps = static_cast<unsigned>(steps_.size());
  if (window.duration() > steps) {
    ++effort_;
    return false;
  }
  const SatSteps sat = sat_steps(window, steps, kConflicts, stop);
  effort_ += sat.verdict == SatSteps::Verdict::Unknown ? kUnknownEffort : 1;
  if (sat.verdict != SatSteps::Verdict::Found) return false;
  for (std::size_t n = 0; n < placed; ++n) table_.remove(items[n]);
  for (std::size_t n = 0; n < items.size(); ++n) table_.place(items[n], steps_[sat.step_of[n]]);
  return true;
}

}  // namespace xb
