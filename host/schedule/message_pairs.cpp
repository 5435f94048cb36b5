// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/message_pairs.h"

#include "host/schedule/message_match.h"

namespace xb {

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
