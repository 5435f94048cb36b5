// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// A message: a send and the receive that gets it.
struct MessagePair {
  unsigned source, destination;
  OpId send, receive;
};

/// The n-th send of each (source, destination, tag) with the n-th receive, in the order in which the ranks'
/// operations can start. What has no partner is left out.
std::vector<MessagePair> message_pairs(const Schedule& schedule);

}  // namespace xb
