// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"

namespace xb {

// All-to-all broadcast on one switch: every rank has one block, which all others need. Jacunski, Sadayappan
// and Panda (1999), section 3.1, with the corrections of docs/schedules.md.

/// Step i = 1..p-1: send the block that came last (at first the own one) to me + 1, receive one from me - 1.
Schedule logical_ring_broadcast(const ExchangeShape& shape);

/// The own block to me + 1, me + 2, ..; receives from me - 1, me - 2, .. as messages come.
Schedule simultaneous_broadcast(const ExchangeShape& shape);

/// Step i = 0..ceil(log2 p)-1: send all blocks held, or what is still missing there, to me + 2^i as one
/// message; receive as many from me - 2^i.
Schedule combining_broadcast(const ExchangeShape& shape);

/// Steps of the combining broadcast: ceil(log2 p).
unsigned combining_steps(unsigned ranks);

}  // namespace xb
