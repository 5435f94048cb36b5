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

/// Places items of a class in the steps from..to-1 that have room, while there are items. Returns the next.
unsigned fill(StepTable& table, unsigned of, unsigned item, unsigned from, unsigned to) {
  const unsigned end = table.first(of + 1);
  for (unsigned word = from / 64; word * 64 < to && item < end; ++word) {
    std::uint64_t free = ~std::uint64_t{0};
    for (const unsigned link : table.problem().path(of)) free &= ~table.full(link)[word];
    if (word == from / 64) free &= ~std::uint64_t{0} << from % 64;
    if (word == to / 64) free &= (std::uint64_t{1} << to % 64) - 1;
    for (; free != 0 && item < end; free &= free - 1) {
      const unsigned step = word * 64 + lowest_bit(free);
      do {
        table.place(item++, step);
      } while (item < end && table.fits(of, step));
    }
  }
  return item;
}

}  // namespace

void greedy_steps(StepTable& table, const std::vector<std::uint32_t>& start) {
  for (const unsigned k : by_need(table.problem())) {
    const unsigned from = start.empty() ? 0 : start[k];
    const unsigned next = fill(table, k, table.first(k), from, table.steps());
    fill(table, k, next, 0, from);
  }
}

}  // namespace xb
