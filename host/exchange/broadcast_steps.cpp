// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/broadcast_steps.h"

#include <stdexcept>

namespace xb {

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

}  // namespace xb
