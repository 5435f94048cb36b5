// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/trace/traced_window.h"

namespace xb {

/// What to look at first in a window, and where.
struct FirstLook {
  std::uint64_t cycle;
  std::string text;                                 ///< one sentence without a full stop
  std::vector<unsigned> inputs = {}, outputs = {};  ///< that the sentence is about, in its order
};

/// The first head-of-line blocked input ("input 3's head 3>0#17 waits for output 0, which sends 1>0#4; 3>1#5
/// for idle output 1 is behind it"), or else the first discarded packet, input kept out of a full memory,
/// blocked head, flow of which nothing comes out of a switch that does not show its queues, or the longest
/// queue. What lasts is preferred: then the flags, which are of the cycle before, show in this cycle what the
/// sentence says. None in an empty window.
std::optional<FirstLook> first_look(const TracedWindow& window);

}  // namespace xb
