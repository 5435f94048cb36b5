// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/ordered_ring.h"

#include <numeric>
#include <utility>

#include "host/base/random.h"

namespace xb {

std::vector<unsigned> switch_ordered_ranks(const ExchangeShape& shape) {
  std::vector<unsigned> order;
  for (const RankGroup& group : ring_groups(shape))
    order.insert(order.end(), group.ranks.begin(), group.ranks.end());
  return order;
}

std::vector<unsigned> rank_ordered_ranks(const ExchangeShape& shape) {
  std::vector<unsigned> order(shape.ranks);
  std::iota(order.begin(), order.end(), 0U);
  RandomStream random(shape.seed, StreamPurpose::RankOrder, 0);
  for (unsigned left = shape.ranks; left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  return order;
}

Schedule ring_broadcast(const ExchangeShape& shape, const std::vector<unsigned>& order, SchedulePlan* plan) {
  const unsigned p = shape.ranks;
  Schedule schedule;
  schedule.ranks.resize(p);
  if (plan != nullptr) plan->ranks.assign(p, {});
  const auto block_of = [&](unsigned place) {
    return DataBlock{static_cast<std::uint16_t>(order[place % p])};
  };
  for (unsigned place = 0; place < p; ++place) {
    RankProgram program;
    for (unsigned i = 1; i < p; ++i) {
      program.send(order[(place + 1) % p], shape.block_bytes());
      program.receive(order[(place + p - 1) % p], shape.block_bytes());
      if (plan == nullptr) continue;
      auto& planned = plan->ranks[order[place]];
      planned.push_back({i - 1, {block_of(place + p + 1 - i)}});
      planned.push_back({i - 1, {block_of(place + p - i)}});
    }
    for (OpId op = 1; op < program.ops().size(); ++op) program.require(op, op - 1);
    schedule.ranks[order[place]] = std::move(program);
  }
  return schedule;
}

Schedule switch_ordered_ring(const ExchangeShape& shape, SchedulePlan* plan) {
  return ring_broadcast(shape, switch_ordered_ranks(shape), plan);
}

Schedule rank_ordered_ring(const ExchangeShape& shape, SchedulePlan* plan) {
  return ring_broadcast(shape, rank_ordered_ranks(shape), plan);
}

}  // namespace xb
