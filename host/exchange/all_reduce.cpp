// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "host/base/random.h"
#include "host/exchange/algorithms.h"

namespace xb {

std::vector<unsigned> switch_ordered_ranks(const ExchangeShape& shape) {
  std::vector<unsigned> order;
  for (const RankGroup& group : ring_groups(shape))
    order.insert(order.end(), group.ranks.begin(), group.ranks.end());
  return order;
}

std::vector<unsigned> rank_ordered_ranks(const ExchangeShape& shape) {
  return RandomStream(shape.seed, StreamPurpose::RankOrder, 0).permutation(shape.ranks);
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
    program.in_order();
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

namespace {

/// Blocks of the vector: `first` .. `end` - 1.
struct BlockRange {
  unsigned first, end;

  [[nodiscard]] unsigned count() const { return end - first; }
  [[nodiscard]] BlockRange half(bool upper) const {
    const unsigned middle = first + count() / 2;
    return upper ? BlockRange{middle, end} : BlockRange{first, middle};
  }
};

/// The programs while they are written, step by step.
class Steps {
 public:
  Steps(const ExchangeShape& shape, SchedulePlan* plan) : shape_(shape), plan_(plan), ranks_(shape.ranks) {
    schedule_.ranks.resize(shape.ranks);
    if (plan != nullptr) plan->ranks.assign(shape.ranks, {});
  }

  /// A message of the present step.
  void send(unsigned from, unsigned to, BlockRange blocks) {
    const std::uint64_t bytes = blocks.count() * shape_.block_bytes();
    add(from, schedule_.ranks[from].send(to, bytes), blocks);
    add(to, schedule_.ranks[to].receive(from, bytes), blocks);
  }

  void end_step() {
    for (Rank& rank : ranks_) {
      if (!rank.now.empty()) rank.before = std::move(rank.now);
      rank.now.clear();
    }
    ++step_;
  }

  Schedule take() { return std::move(schedule_); }

 private:
  struct Rank {
    std::vector<OpId> before, now;  // of the last step in which it did something, and of this one
  };

  void add(unsigned rank, OpId op, BlockRange blocks) {
    for (const OpId first : ranks_[rank].before) schedule_.ranks[rank].require(op, first);
    ranks_[rank].now.push_back(op);
    if (plan_ == nullptr) return;
    SchedulePlan::Planned planned{step_, {}};
    for (unsigned block = blocks.first; block < blocks.end; ++block)
      planned.blocks.push_back({static_cast<std::uint16_t>(block)});
    plan_->ranks[rank].push_back(std::move(planned));
  }

  const ExchangeShape& shape_;
  SchedulePlan* plan_;
  std::vector<Rank> ranks_;
  std::uint32_t step_ = 0;
  Schedule schedule_;
};

/// p-1 steps round the ring, each to the rank before: in step i the rank at place n sends the block of the
/// one at place n + `ahead` + i.
void round_ring(Steps& steps, const std::vector<unsigned>& order, unsigned ahead) {
  const auto p = static_cast<unsigned>(order.size());
  for (unsigned i = 1; i < p; ++i) {
    for (unsigned place = 0; place < p; ++place) {
      const unsigned block = order[(place + ahead + i) % p];
      steps.send(order[place], order[(place + p - 1) % p], {block, block + 1});
    }
    steps.end_step();
  }
}

unsigned depth(unsigned rank) {
  unsigned levels = 0;
  for (; rank > 0; rank = (rank - 1) / 2) ++levels;
  return levels;
}

unsigned floor_power(unsigned ranks) {
  unsigned power = 1;
  while (power * 2 <= ranks) power *= 2;
  return power;
}

/// Halving and doubling among the first 2^n ranks that have partners.
class Halving {
 public:
  Halving(Steps& steps, unsigned ranks)
      : steps_(steps), ranks_(ranks), power_(floor_power(ranks)), folded_(ranks - power_) {}

  void run() {
    fold(true);
    for (unsigned far = power_ / 2; far > 0; far /= 2) exchange(far, true);
    for (unsigned far = 1; far < power_; far *= 2) exchange(far, false);
    fold(false);
  }

 private:
  [[nodiscard]] unsigned rank_of(unsigned index) const {
    return index < folded_ ? 2 * index : index + folded_;
  }

  void fold(bool in) {
    if (folded_ == 0) return;
    for (unsigned index = 0; index < folded_; ++index) {
      const unsigned keeper = rank_of(index);
      steps_.send(in ? keeper + 1 : keeper, in ? keeper : keeper + 1, {0, ranks_});
    }
    steps_.end_step();
  }

  /// What is left to `index` after the exchanges at all distances from m/2 down to `far`.
  [[nodiscard]] BlockRange left(unsigned index, unsigned far) const {
    BlockRange blocks{0, ranks_};
    for (unsigned distance = power_ / 2; distance >= far && distance > 0; distance /= 2)
      blocks = blocks.half((index & distance) != 0);
    return blocks;
  }

  void exchange(unsigned far, bool halve) {
    for (unsigned index = 0; index < power_; ++index) {
      const unsigned partner = index ^ far;
      steps_.send(rank_of(index), rank_of(partner), left(halve ? partner : index, far));
    }
    steps_.end_step();
  }

  Steps& steps_;
  unsigned ranks_, power_, folded_;
};

/// The shape of a job that has every second rank from `first` on; it does not know the switches.
ExchangeShape every_second(const ExchangeShape& shape, unsigned first) {
  return {(shape.ranks + 1 - first) / 2, shape.packets, shape.group_size, shape.packet_bytes, shape.seed};
}

void place(Schedule job, unsigned first, Schedule& all) {
  for (unsigned rank = 0; rank < job.ranks.size(); ++rank) {
    job.ranks[rank].rename_peers([first](unsigned peer) { return 2 * peer + first; });
    all.ranks[2 * rank + first] = std::move(job.ranks[rank]);
  }
}

}  // namespace

Schedule ring_reduce_scatter(const ExchangeShape& shape, SchedulePlan* plan) {
  Steps steps(shape, plan);
  round_ring(steps, switch_ordered_ranks(shape), 0);
  return steps.take();
}

Schedule ring_all_reduce(const ExchangeShape& shape, SchedulePlan* plan) {
  const std::vector<unsigned> order = switch_ordered_ranks(shape);
  Steps steps(shape, plan);
  round_ring(steps, order, 0);
  round_ring(steps, order, shape.ranks - 1);
  return steps.take();
}

Schedule tree_all_reduce(const ExchangeShape& shape, SchedulePlan* plan) {
  const unsigned p = shape.ranks;
  const unsigned deepest = depth(p - 1);
  Steps steps(shape, plan);
  for (unsigned step = 0; step < tree_all_reduce_steps(p); ++step) {
    for (unsigned rank = 1; rank < p; ++rank) {
      // Unsigned: before the first block of a rank comes its number is huge.
      const unsigned parent = (rank - 1) / 2;
      const unsigned up = step - (deepest - depth(rank));
      const unsigned down = step - deepest - depth(parent);
      if (up < p) steps.send(rank, parent, {up, up + 1});
      if (down < p) steps.send(parent, rank, {down, down + 1});
    }
    steps.end_step();
  }
  return steps.take();
}

Schedule halving_all_reduce(const ExchangeShape& shape, SchedulePlan* plan) {
  Steps steps(shape, plan);
  Halving(steps, shape.ranks).run();
  return steps.take();
}

unsigned tree_all_reduce_steps(unsigned ranks) { return ranks - 1 + 2 * depth(ranks - 1); }

unsigned halving_all_reduce_steps(unsigned ranks) {
  unsigned steps = ranks == floor_power(ranks) ? 0 : 2;
  for (unsigned far = 1; 2 * far <= ranks; far *= 2) steps += 2;
  return steps;
}

Schedule two_jobs(const ExchangeShape& shape) {
  constexpr unsigned kLeast = 4;
  if (shape.ranks < kLeast) return shift_exchange(shape);
  Schedule all;
  all.ranks.resize(shape.ranks);
  place(shift_exchange(every_second(shape, 0)), 0, all);
  place(ring_all_reduce(every_second(shape, 1)), 1, all);
  return all;
}

}  // namespace xb
