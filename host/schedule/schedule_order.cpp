// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_order.h"

#include <algorithm>

namespace xb {

bool in_order(const RankProgram& program) {
  return std::all_of(program.dependencies().begin(), program.dependencies().end(),
                     [](const RankProgram::Dependency& d) { return d.first < d.op; });
}

std::vector<OpId> start_order(const RankProgram& program) {
  const std::size_t count = program.ops().size();
  std::vector<std::uint32_t> waits(count, 0);
  std::vector<std::uint32_t> begin(count + 1, 0);  // per operation, into `after`
  for (const auto& d : program.dependencies()) {
    ++waits[d.op];
    ++begin[d.first + 1];
  }
  for (std::size_t op = 0; op < count; ++op) begin[op + 1] += begin[op];
  std::vector<OpId> after(program.dependencies().size());
  std::vector<std::uint32_t> fill = begin;
  for (const auto& d : program.dependencies()) after[fill[d.first]++] = d.op;

  std::vector<OpId> order;
  order.reserve(count);
  for (OpId op = 0; op < count; ++op) {
    if (waits[op] == 0) order.push_back(op);
  }
  for (std::size_t n = 0; n < order.size(); ++n) {
    for (std::uint32_t s = begin[order[n]]; s < begin[order[n] + 1]; ++s) {
      if (--waits[after[s]] == 0) order.push_back(after[s]);
    }
  }
  return order;
}

std::vector<OpId> dependency_cycle(const RankProgram& program) {
  if (in_order(program)) return {};
  const std::vector<OpId> order = start_order(program);
  const std::size_t count = program.ops().size();
  if (order.size() == count) return {};
  std::vector<bool> stuck(count, true);
  for (const OpId op : order) stuck[op] = false;
  // What is stuck waits for something stuck: whoever follows that comes round.
  std::vector<OpId> waits_for(count, 0);
  for (const auto& d : program.dependencies()) {
    if (stuck[d.op] && stuck[d.first]) waits_for[d.op] = d.first;
  }
  auto op = static_cast<OpId>(std::find(stuck.begin(), stuck.end(), true) - stuck.begin());
  std::vector<bool> passed(count, false);
  std::vector<OpId> path;
  for (; !passed[op]; op = waits_for[op]) {
    passed[op] = true;
    path.push_back(op);
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), op));
  return path;
}

}  // namespace xb
