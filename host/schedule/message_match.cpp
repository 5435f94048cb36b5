// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/message_match.h"

#include <algorithm>

#include "host/schedule/schedule_check.h"

namespace xb {
namespace {

/// Position of each operation in the order in which they can start.
std::vector<std::uint32_t> positions(const RankProgram& program) {
  std::vector<std::uint32_t> position(program.ops().size());
  if (in_order(program)) {
    for (OpId op = 0; op < position.size(); ++op) position[op] = op;
    return position;
  }
  std::uint32_t next = 0;
  for (const OpId op : start_order(program)) position[op] = next++;
  return position;
}

}  // namespace

std::vector<MessageEnd> message_ends(const Schedule& schedule, OpKind kind) {
  std::vector<MessageEnd> ends;
  std::size_t count = 0;
  for (const RankProgram& program : schedule.ranks)
    count += static_cast<std::size_t>(std::count_if(program.ops().begin(), program.ops().end(),
                                                    [kind](const Op& op) { return op.kind == kind; }));
  ends.reserve(count);
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    const RankProgram& program = schedule.ranks[rank];
    const std::vector<std::uint32_t> position = positions(program);
    const auto me = static_cast<std::uint16_t>(rank);
    for (OpId op = 0; op < position.size(); ++op) {
      const Op& o = program.ops()[op];
      if (o.kind != kind) continue;
      const auto peer = static_cast<std::uint16_t>(o.peer);
      const std::uint32_t place = position[op] & kMaxOpId;
      if (kind == OpKind::Send)
        ends.push_back({o.tag, me, peer, place, 0, op});
      else
        ends.push_back({o.tag, peer, me, place, o.peer == kAnyRank ? 1U : 0U, op});
    }
  }
  std::sort(ends.begin(), ends.end(), [](const MessageEnd& a, const MessageEnd& b) {
    return a.flow() != b.flow() ? a.flow() < b.flow() : a.position < b.position;
  });
  return ends;
}

std::vector<MessagePair> message_pairs(const Schedule& schedule) {
  const auto sends = message_ends(schedule, OpKind::Send);
  const auto receives = message_ends(schedule, OpKind::Receive);
  std::vector<MessagePair> pairs;
  pairs.reserve(sends.size());
  auto receive = receives.begin();
  for (const MessageEnd& send : sends) {
    while (receive != receives.end() && receive->flow() < send.flow()) ++receive;
    if (receive == receives.end() || receive->flow() != send.flow()) continue;
    pairs.push_back({send.source, send.destination, send.op, receive->op});
    ++receive;
  }
  return pairs;
}

}  // namespace xb
