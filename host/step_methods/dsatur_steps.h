// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/liquid/transfer_set.h"

namespace xb {

/// DSATUR (Brelaz 1979) on the congestion graph: next is the transfer that congests with those of the most
/// steps, of these the one that congests with the most others that have none. Throws InputError for what has
/// no congestion graph.
StepSchedule dsatur_steps(const TransferSet& transfers);

}  // namespace xb
