// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/broadcast_formula.h"

#include <algorithm>

#include "host/exchange/all_to_all_broadcast.h"

namespace xb {

Seconds predict_logical_ring(unsigned ranks, const MessageCosts& message) {
  return {(ranks - 1) * message.time.value};
}

Seconds predict_simultaneous_broadcast(unsigned ranks, const MessageCosts& message) {
  if (ranks == 2) return message.time;
  const double gap = std::max(message.gap.value, message.overheads.value / 2);
  const double steady_gap = std::max(message.gap.value, message.overheads.value);
  return {message.time.value + (ranks - 3) * steady_gap + gap};
}

Seconds predict_combining(unsigned ranks, const MessageCosts& message) {
  // Of the p-1 blocks that a rank gets, the first of each step comes as a message alone does, the others on
  // its heels.
  const unsigned steps = combining_steps(ranks);
  return {steps * message.time.value + (ranks - 1 - steps) * message.gap.value};
}

Seconds least_broadcast_time(unsigned ranks, const MessageCosts& message) {
  return {message.time.value + (ranks - 2.0) * message.gap.value};
}

}  // namespace xb
