// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "host/exchange/algorithms.h"

namespace xb {
namespace {

/// Two clusters that meet; ranks are counted in their cluster.
struct Meeting {
  RankGroup small, large;

  Meeting(RankGroup a, RankGroup b) : small(std::move(a)), large(std::move(b)) {
    if (std::make_pair(large.count(), large.number) < std::make_pair(small.count(), small.number))
      std::swap(small, large);
  }

  [[nodiscard]] unsigned steps() const { return (large.count() + small.count() - 1) / small.count(); }
  /// The rank of the smaller cluster that sends on the blocks for rank `to` of the larger one.
  [[nodiscard]] unsigned keeper_in_small(unsigned to) const { return to % small.count(); }
  /// The rank of the larger cluster that sends on the block from `from`, one of its own, for rank `to` of the
  /// smaller one: in the group of so many ranks as the smaller cluster has, the one that `to` exchanges with.
  /// As printed, this rank may be missing in the last group; it is then that of the group before.
  [[nodiscard]] unsigned keeper_in_large(unsigned from, unsigned to) const {
    const unsigned keeper = from / small.count() * small.count() + to;
    return keeper < large.count() ? keeper : keeper - small.count();
  }
};

/// Who meets whom, round by round.
std::vector<std::vector<Meeting>> meetings(const std::vector<RankGroup>& clusters) {
  std::vector<std::vector<Meeting>> rounds;
  const auto count = static_cast<unsigned>(clusters.size());
  for (unsigned round = 1; count > 1 && round <= edge_color_rounds(count); ++round) {
    rounds.emplace_back();
    for (unsigned a = 0; a < count; ++a) {
      const int b = edge_color(round, a, count);
      if (b > static_cast<int>(a))
        rounds.back().emplace_back(clusters[a], clusters[static_cast<unsigned>(b)]);
    }
  }
  return rounds;
}

unsigned steps_of(const std::vector<Meeting>& round) {
  unsigned most = 0;
  for (const Meeting& meeting : round) most = std::max(most, meeting.steps());
  return most;
}

using Blocks = std::vector<DataBlock>;

DataBlock block(unsigned source, unsigned destination) {
  return {static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(destination)};
}

/// The programs while they are written.
class Writer {
 public:
  Writer(const ExchangeShape& shape, SchedulePlan* plan)
      : shape_(shape), plan_(plan), clusters_(switch_groups(shape)) {
    schedule_.ranks.resize(shape.ranks);
    if (plan != nullptr) plan->ranks.assign(shape.ranks, {});
  }

  Schedule run() {
    std::uint32_t step = 0;
    for (unsigned at = 0; at < clusters_.size(); ++at) {
      exchange_locally(at);
      step = std::max(step, clusters_[at].count() - 1);
    }
    for (const std::vector<Meeting>& round : meetings(clusters_)) {
      for (const Meeting& meeting : round) meet(meeting, step);
      step += steps_of(round);
    }
    return std::move(schedule_);
  }

 private:
  /// One end of a message that carries `blocks`.
  OpId add(OpKind kind, unsigned rank, unsigned peer, std::uint32_t step, const Blocks& blocks) {
    std::uint64_t bytes = 0;
    for (const DataBlock& b : blocks) bytes += shape_.block_bytes(b.source, b.destination);
    RankProgram& program = schedule_.ranks[rank];
    if (plan_ != nullptr) plan_->ranks[rank].push_back({step, blocks});
    return kind == OpKind::Send ? program.send(peer, bytes) : program.receive(peer, bytes);
  }

  /// What rank `from` of cluster `at` hands to rank `to` there: the block for it, and all that it is to send
  /// on.
  [[nodiscard]] Blocks handed_over(unsigned at, unsigned from, unsigned to) const;
  /// Phase 1: step i, to me + i and from me - i; sends and receives are a chain each.
  void exchange_locally(unsigned at);
  /// Phase 2 of one pair.
  void meet(const Meeting& meeting, std::uint32_t step);
  /// A message each way; a rank begins with one when all that it did before is finished.
  void exchange(unsigned rank, unsigned peer, std::uint32_t step, const Blocks& sent, const Blocks& received);

  const ExchangeShape& shape_;
  SchedulePlan* plan_;
  std::vector<RankGroup> clusters_;
  Schedule schedule_;
};

Blocks Writer::handed_over(unsigned at, unsigned from, unsigned to) const {
  const RankGroup& here = clusters_[at];
  Blocks blocks{block(here[from], here[to])};
  for (unsigned other = 0; other < clusters_.size(); ++other) {
    if (other == at) continue;
    const Meeting meeting(here, clusters_[other]);
    const bool in_small = meeting.small.number == at;
    for (unsigned j = 0; j < clusters_[other].count(); ++j) {
      const unsigned keeper = in_small ? meeting.keeper_in_small(j) : meeting.keeper_in_large(from, j);
      if (keeper == to) blocks.push_back(block(here[from], clusters_[other][j]));
    }
  }
  return blocks;
}

void Writer::exchange_locally(unsigned at) {
  const RankGroup& here = clusters_[at];
  for (unsigned me = 0; me < here.count(); ++me) {
    const unsigned rank = here[me];
    for (unsigned i = 1; i < here.count(); ++i) {
      const unsigned to = (me + i) % here.count();
      const unsigned from = (me + here.count() - i) % here.count();
      const OpId send = add(OpKind::Send, rank, here[to], i - 1, handed_over(at, me, to));
      const OpId receive = add(OpKind::Receive, rank, here[from], i - 1, handed_over(at, from, me));
      if (i == 1) continue;
      schedule_.ranks[rank].require(send, send - 2);
      schedule_.ranks[rank].require(receive, receive - 2);
    }
  }
}

void Writer::exchange(unsigned rank, unsigned peer, std::uint32_t step, const Blocks& sent,
                      const Blocks& received) {
  RankProgram& program = schedule_.ranks[rank];
  const auto before = static_cast<OpId>(program.ops().size());
  const OpId send = add(OpKind::Send, rank, peer, step, sent);
  const OpId receive = add(OpKind::Receive, rank, peer, step, received);
  if (before == 0) return;
  // The last two: a send and a receive, each at the end of its chain.
  for (const OpId op : {send, receive}) {
    program.require(op, before - 2);
    program.require(op, before - 1);
  }
}

void Writer::meet(const Meeting& meeting, std::uint32_t step) {
  const RankGroup& small = meeting.small;
  const RankGroup& large = meeting.large;
  for (unsigned j = 0; j < large.count(); ++j) {
    const unsigned i = meeting.keeper_in_small(j);
    Blocks down;  // to the larger cluster
    Blocks up;
    for (unsigned k = 0; k < small.count(); ++k) down.push_back(block(small[k], large[j]));
    // Those of j's group, and of the one behind it where that has no rank for i.
    const unsigned group = j / small.count() * small.count();
    for (unsigned k = group; k < std::min(group + 2 * small.count(), large.count()); ++k) {
      if (meeting.keeper_in_large(k, i) == j) up.push_back(block(large[k], small[i]));
    }
    const std::uint32_t at = step + j / small.count();
    exchange(small[i], large[j], at, down, up);
    exchange(large[j], small[i], at, up, down);
  }
}

}  // namespace

Schedule local_group_exchange(const ExchangeShape& shape, SchedulePlan* plan) {
  return Writer(shape, plan).run();
}

unsigned local_group_steps(const ExchangeShape& shape) {
  unsigned steps = 0;
  for (const std::vector<Meeting>& round : meetings(switch_groups(shape))) steps += steps_of(round);
  return steps;
}

}  // namespace xb
