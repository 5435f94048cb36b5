// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_table.h"

namespace xb {

StepTable::StepTable(const ClassProblem& problem, unsigned steps)
    : problem_(&problem), steps_(steps), words_((steps + 63) / 64), left_(problem.items()), items_in_(steps) {
  first_.reserve(problem.classes() + 1);
  class_of_.reserve(problem.items());
  for (unsigned k = 0; k < problem.classes(); ++k) {
    first_.push_back(static_cast<std::uint32_t>(class_of_.size()));
    class_of_.insert(class_of_.end(), problem.count(k), k);
  }
  first_.push_back(static_cast<std::uint32_t>(class_of_.size()));
  step_of_.assign(class_of_.size(), kNoStep);
  index_in_.assign(class_of_.size(), 0);
  full_.assign(problem.links() * words_, 0);
  counts_at_.assign(problem.links(), kNoStep);
  std::size_t counts = 0;
  for (unsigned link = 0; link < problem.links(); ++link) {
    if (problem.capacity(link) == 1) continue;
    counts_at_[link] = static_cast<std::uint32_t>(counts / steps);
    counts += steps;
  }
  counts_.assign(counts, 0);
}

bool StepTable::fits(unsigned of, unsigned step) const {
  for (const unsigned link : problem_->path(of)) {
    if (full(link, step)) return false;
  }
  return true;
}

void StepTable::count(unsigned link, unsigned step, int by) {
  std::uint64_t& word = full_[link * words_ + step / 64];
  const std::uint64_t bit = std::uint64_t{1} << step % 64;
  bool is_full = by > 0;
  if (counts_at_[link] != kNoStep) {
    std::uint16_t& carried = counts_[std::size_t{counts_at_[link]} * steps_ + step];
    carried = static_cast<std::uint16_t>(carried + by);
    is_full = carried >= problem_->capacity(link);
  }
  word = is_full ? word | bit : word & ~bit;
}

void StepTable::place(unsigned item, unsigned step) {
  for (const unsigned link : problem_->path(class_of_[item])) count(link, step, 1);
  step_of_[item] = step;
  index_in_[item] = static_cast<std::uint32_t>(items_in_[step].size());
  items_in_[step].push_back(item);
  --left_;
}

void StepTable::remove(unsigned item) {
  const std::uint32_t step = step_of_[item];
  for (const unsigned link : problem_->path(class_of_[item])) count(link, step, -1);
  std::vector<std::uint32_t>& in = items_in_[step];
  index_in_[in.back()] = index_in_[item];
  in[index_in_[item]] = in.back();
  in.pop_back();
  step_of_[item] = kNoStep;
  ++left_;
}

}  // namespace xb
