// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/window_steps.h"

#include <algorithm>

#include "host/liquid/step_formula.h"

namespace xb {

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
  for (auto n = static_cast<std::uint32_t>(items.size()); n > 1; --n) {
    std::swap(items[n - 1], items[random_.below(n)]);
  }
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
