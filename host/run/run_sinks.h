// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "host/link/receiver.h"
#include "host/measure/occupancy_series.h"

namespace xb {

/// Hears of each packet that has come out of the switch, or the network, whole: in the order of time.
/// `source` and `destination` are hosts. A packet that waited in a network for one that it had overtaken
/// comes behind that one.
using DeliverySink = std::function<void(const DeliveredPacket& packet)>;

/// What is told of a run besides its result. Empty: nobody is.
struct RunSinks {
  OccupancySink samples = {};  ///< of the occupancy (key `series`, one switch), instead of the result
  DeliverySink deliveries = {};
  bool messages = false;  ///< the result is to have the times of a schedule's messages
};

}  // namespace xb
