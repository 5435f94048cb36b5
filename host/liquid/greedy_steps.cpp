// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/greedy_steps.h"

#include <algorithm>
#include <numeric>

namespace xb {
namespace {

/// Classes by the steps that their links need, the most needed link first, then the next.
std::vector<unsigned> by_need(const ClassProblem& problem) {
  std::vector<std::vector<unsigned>> needs(problem.classes());
  for (unsigned k = 0; k < problem.classes(); ++k) {
    for (const unsigned link : problem.path(k)) needs[k].push_back(problem.steps(link));
    std::sort(needs[k].begin(), needs[k].end(), std::greater<>());
  }
  std::vector<unsigned> order(problem.classes());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return needs[a] > needs[b]; });
  return order;
}

}  // namespace

void greedy_steps(StepTable& table) {
  const ClassProblem& problem = table.problem();
  for (const unsigned k : by_need(problem)) {
    unsigned item = table.first(k);
    const unsigned end = table.first(k + 1);
    for (std::size_t word = 0; word < table.words(); ++word) {
      const std::size_t from = word * 64;
      std::uint64_t taken = 0;
      for (const unsigned link : problem.path(k)) taken |= table.full(link)[word];
      std::uint64_t free = ~taken;
      if (from + 64 > table.steps()) free &= (std::uint64_t{1} << table.steps() % 64) - 1;
      for (; free != 0; free &= free - 1) {
        const auto step = static_cast<unsigned>(from) + lowest_bit(free);
        do {
          while (item < end && table.step_of(item) != StepTable::kNoStep) ++item;
          if (item == end) break;
          table.place(item++, step);
        } while (table.fits(k, step));
        if (item == end) break;
      }
      if (item == end) break;
    }
  }
}

}  // namespace xb
