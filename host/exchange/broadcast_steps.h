// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

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

}  // namespace xb
