// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "host/exchange/algorithms.h"
#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {
namespace {

/// Writes the programs of a broadcast that is defined step by step, a message a block. A rank has two chains,
/// one of its sends and one of its receives, in the order of the steps; the first send of a block that it
/// forwards requires the block's receipt as well.
class BroadcastSteps {
 public:
  /// `plan`: where to note what each operation is meant to be; null: nowhere.
  BroadcastSteps(const ExchangeShape& shape, SchedulePlan* plan);

  /// In the present step, `from` sends `block`, which is its own or came in an earlier step.
  void send(unsigned from, unsigned to, unsigned block) { messages_.push_back({from, to, block}); }
  void end_step();

  /// The programs; no more steps after that.
  Schedule take() { return std::move(schedule_); }

 private:
  struct Message {
    unsigned from, to, block;
  };
  static constexpr OpId kNone = kMaxOpId;

  void write_send(const Message& message);
  void write_receive(const Message& message);
  void note(unsigned rank, unsigned block);

  ExchangeShape shape_;
  SchedulePlan* plan_;
  Schedule schedule_;
  std::vector<Message> messages_;  // of the present step
  std::uint32_t step_ = 0;
  struct Rank {
    OpId last_send = kNone, last_receive = kNone;
    unsigned last_block;            // that it sent
    std::vector<OpId> received_by;  // per block
  };
  std::vector<Rank> ranks_;
};

BroadcastSteps::BroadcastSteps(const ExchangeShape& shape, SchedulePlan* plan) : shape_(shape), plan_(plan) {
  schedule_.ranks.resize(shape.ranks);
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    ranks_.push_back({kNone, kNone, rank, std::vector<OpId>(shape.ranks, kNone)});
    schedule_.ranks[rank].reserve(2 * std::size_t{shape.ranks}, 3 * std::size_t{shape.ranks});
  }
  if (plan != nullptr) plan->ranks.assign(shape.ranks, {});
}

void BroadcastSteps::note(unsigned rank, unsigned block) {
  if (plan_ != nullptr) plan_->ranks[rank].push_back({step_, {{static_cast<std::uint16_t>(block)}}});
}

void BroadcastSteps::write_send(const Message& message) {
  Rank& rank = ranks_[message.from];
  RankProgram& program = schedule_.ranks[message.from];
  const OpId send = program.send(message.to, shape_.block_bytes());
  if (rank.last_send != kNone) program.require(send, rank.last_send);
  if (message.block != rank.last_block) {
    const OpId received = message.block == message.from ? send : rank.received_by[message.block];
    if (received == kNone) throw std::logic_error("a broadcast forwards a block before it is there");
    if (received != send) program.require(send, received);
  }
  rank.last_send = send;
  rank.last_block = message.block;
  note(message.from, message.block);
}

void BroadcastSteps::write_receive(const Message& message) {
  Rank& rank = ranks_[message.to];
  RankProgram& program = schedule_.ranks[message.to];
  const OpId receive = program.receive(message.from, shape_.block_bytes());
  if (rank.last_receive != kNone) program.require(receive, rank.last_receive);
  rank.last_receive = rank.received_by[message.block] = receive;
  note(message.to, message.block);
}

void BroadcastSteps::end_step() {
  for (const Message& message : messages_) write_send(message);
  for (const Message& message : messages_) write_receive(message);
  messages_.clear();
  ++step_;
}

constexpr unsigned kNoBlock = 0xffffffff;

unsigned ceil_div(unsigned a, unsigned b) { return (a + b - 1) / b; }

/// A switch on its way through the stages: so many steps each as it has ranks. Ranks are counted on
/// their switch here.
struct StagedSwitch {
  RankGroup group;
  unsigned count;
  unsigned stages;                  ///< of phase 1
  std::vector<unsigned> now, next;  ///< per rank: the block of this stage; what came for the next one

  StagedSwitch(const RankGroup& ranks, unsigned number_of_stages)
      : group(ranks),
        count(ranks.count()),
        stages(number_of_stages),
        now(ranks.ranks),
        next(count, kNoBlock) {
    // Without a neighbour, all that there is to broadcast is there.
    if (stages == 0) next = now;
  }

  void begin_stage() {
    now = next;
    next.assign(count, kNoBlock);
  }
};

/// Who sends to the next switch in a step of phase 1. Odd stages of LS run mirrored, so that the rank that
/// first received in a stage is the first to send on in the next one.
unsigned remote_sender(unsigned count, unsigned step, bool mirrors) {
  const unsigned turn = step % count;
  return mirrors && step / count % 2 == 1 ? count - 1 - turn : turn;
}

/// Who receives from the switch before in a step of phase 1: the one that no local rank sends to.
unsigned remote_receiver(unsigned count, unsigned step, bool mirrors) {
  return count - 1 - remote_sender(count, step, mirrors);
}

/// Where rank i, not the remote sender, sends its block in a step of phase 1: the simultaneous broadcast, one
/// turn of which the remote slot takes.
unsigned local_destination(unsigned count, unsigned step, unsigned i, bool mirrors) {
  const unsigned turn = step % count;
  const bool mirrored = mirrors && step / count % 2 == 1;
  const unsigned at = mirrored ? count - 1 - i : i;
  const unsigned to = (at > turn ? at - turn - 1 : at + count - turn) % count;
  return mirrored ? count - 1 - to : to;
}

/// The local part of a step of phase 1.
void send_locally(BroadcastSteps& steps, const StagedSwitch& s, unsigned step, bool mirrors) {
  for (unsigned i = 0; i < s.count; ++i) {
    if (i == remote_sender(s.count, step, mirrors) || s.now[i] == kNoBlock) continue;
    steps.send(s.group[i], s.group[local_destination(s.count, step, i, mirrors)], s.now[i]);
  }
}

/// Step k = 1..count-1 of phase 2: whoever received a block in the last stage broadcasts it, to me + k or,
/// going down, to me - k.
void send_received(BroadcastSteps& steps, StagedSwitch& s, unsigned k, bool down) {
  if (k == 1) s.begin_stage();
  if (k >= s.count) return;
  for (unsigned i = 0; i < s.count; ++i) {
    if (s.now[i] == kNoBlock) continue;
    steps.send(s.group[i], s.group[(down ? i + s.count - k : i + k) % s.count], s.now[i]);
  }
}

/// Steps of a switch; phase 2 only if blocks came in the last stage.
unsigned steps_of(const RankGroup& s, unsigned stages, unsigned received) {
  return stages * s.count() + (ceil_div(received, s.count()) == stages ? s.count() - 1 : 0);
}

/// Stages of LS on a switch: until all that the next one needs has been sent, and all that this one needs has
/// come.
unsigned ring_stages(const std::vector<RankGroup>& ring, unsigned at, unsigned ranks) {
  const RankGroup& here = ring[at];
  const RankGroup& next = ring[(at + 1) % ring.size()];
  return ceil_div(ranks - std::min(next.count(), here.count()), here.count());
}

std::vector<RankGroup> two_switches(const ExchangeShape& shape) {
  std::vector<RankGroup> groups = switch_groups(shape);
  if (groups.size() != 2) throw std::logic_error("LS2 is for two switches");
  return groups;
}

}  // namespace

unsigned two_switch_steps(const ExchangeShape& shape) {
  const auto groups = two_switches(shape);
  unsigned most = 0;
  for (unsigned at = 0; at < 2; ++at) {
    const unsigned received = groups[1 - at].count();
    most = std::max(most, steps_of(groups[at], ceil_div(received, groups[at].count()), received));
  }
  return most;
}

Schedule two_switch_link_scheduling(const ExchangeShape& shape, SchedulePlan* plan) {
  const auto groups = two_switches(shape);
  std::vector<StagedSwitch> switches;
  for (unsigned at = 0; at < 2; ++at)
    switches.emplace_back(groups[at], ceil_div(groups[1 - at].count(), groups[at].count()));
  BroadcastSteps steps(shape, plan);
  for (unsigned step = 0; step < two_switch_steps(shape); ++step) {
    // What arrives in this step is not there before the next one.
    for (StagedSwitch& s : switches) {
      const unsigned stage = step / s.count;
      if (stage >= s.stages) {
        send_received(steps, s, step - s.stages * s.count + 1, true);
        continue;
      }
      if (step % s.count == 0 && stage > 0) s.begin_stage();
      send_locally(steps, s, step, false);
    }
    for (unsigned at = 0; at < 2; ++at) {
      const StagedSwitch& s = switches[at];
      StagedSwitch& other = switches[1 - at];
      if (step >= s.count) continue;  // only their own blocks are new to the others
      const unsigned to = other.count - 1 - step % other.count;
      steps.send(s.group[step], other.group[to], s.group[step]);
      other.next[to] = s.group[step];
    }
    steps.end_step();
  }
  return steps.take();
}

unsigned link_scheduling_steps(const ExchangeShape& shape) {
  const auto ring = ring_groups(shape);
  unsigned most = 0;
  for (unsigned at = 0; at < ring.size(); ++at)
    most = std::max(most,
                    steps_of(ring[at], ring_stages(ring, at, shape.ranks), shape.ranks - ring[at].count()));
  return most;
}

Schedule link_scheduling(const ExchangeShape& shape, SchedulePlan* plan) {
  const auto ring = ring_groups(shape);
  std::vector<StagedSwitch> switches;
  for (unsigned at = 0; at < ring.size(); ++at)
    switches.emplace_back(ring[at], ring_stages(ring, at, shape.ranks));
  BroadcastSteps steps(shape, plan);
  for (unsigned step = 0; step < link_scheduling_steps(shape); ++step) {
    for (StagedSwitch& s : switches) {
      if (step >= s.stages * s.count) {
        send_received(steps, s, step - s.stages * s.count + 1, false);
        continue;
      }
      if (step % s.count == 0 && step > 0) s.begin_stage();
      send_locally(steps, s, step, true);
    }
    for (unsigned at = 0; at < ring.size(); ++at) {
      const StagedSwitch& s = switches[at];
      StagedSwitch& next = switches[(at + 1) % ring.size()];
      // All but the next one's own blocks, which would come last: a switch delays what it forwards by a
      // stage.
      if (step >= shape.ranks - next.count) continue;
      const unsigned block = s.now[remote_sender(s.count, step, true)];
      const unsigned to = remote_receiver(next.count, step, true);
      steps.send(s.group[remote_sender(s.count, step, true)], next.group[to], block);
      next.next[to] = block;
    }
    steps.end_step();
  }
  return steps.take();
}

}  // namespace xb
