// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What is known of a switch besides what moves at its ports. What is not known is not measured.
struct SwitchProbes {
  bool flags = true;      ///< it shows head-of-line and idle-with-work flags
  bool pool = true;       ///< it shows which inputs a full memory keeps out
  bool queues = true;     ///< it shows the occupancy of its queues
  bool drops = true;      ///< it counts the packets that it discards
  bool zero_load = true;  ///< its latency without load is known

  [[nodiscard]] bool all() const { return flags && pool && queues && drops && zero_load; }
};

}  // namespace xb
