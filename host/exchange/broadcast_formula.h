// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/units.h"

namespace xb {

/// A message of one block in the model of the broadcasts' formulas.
struct MessageCosts {
  Seconds time;       ///< of a message alone, from one process to the other: the paper's 2o + L
  Seconds gap;        ///< between two messages of one sender on the wire: L
  Seconds overheads;  ///< processor time of its send and its receive together: 2o
};

// Completion times of all-to-all broadcasts among p >= 2 ranks, Jacunski, Sadayappan and Panda (1999), 3.2.
// The paper writes L for the latency as well as for the gap; where time = overheads + gap these are its
// formulas.

/// (p-1)(2o + L): nothing overlaps.
Seconds predict_logical_ring(unsigned ranks, const MessageCosts& message);

/// 2o + L + (p-3) g_s + g, with g = max(L, o) between sends only and g_s = max(L, 2o) while a rank sends and
/// receives by turns (Table 1); 2o + L for p = 2.
Seconds predict_simultaneous_broadcast(unsigned ranks, const MessageCosts& message);

/// ceil(log2 p) 2o + (p-1) L.
Seconds predict_combining(unsigned ranks, const MessageCosts& message);

/// The least time of any broadcast of a block a message, on whatever network: 2o + L + (p-2) L, what a rank
/// needs to receive its p-1 messages.
Seconds least_broadcast_time(unsigned ranks, const MessageCosts& message);

}  // namespace xb
