// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "host/check/port_rules.h"
#include "host/config/setup.h"
#include "testbenches/tracing/exercise.h"

namespace xb {

struct DeviceCheck {
  std::optional<RuleViolation> violation;  ///< the first one
  std::string phase;                       ///< what hosts did when it was found
  std::string hint;                        ///< what in the description may be wrong, if that is likely
  std::uint64_t cycles = 0, beats = 0;     ///< of a run
  /// Cycles, lone packets of one beat; none came out: the least is more than the most.
  std::uint64_t least_latency = 0, most_latency = 0;
  unsigned runs = 2;                ///< of a device that is found good
  double saturation = 0;            ///< beats a cycle and output, packets of one beat
  unsigned held_back = 0;           ///< beats of packets too long to come out; 0: none
  std::uint64_t packets = 0;        ///< that have come out of the run with most of them
  std::uint64_t least_packets = 0;  ///< in it, of the output of which fewest have
};

/// `3`, or `1 to 3`; nothing where no lone packet came out.
std::optional<std::string> latency_text(std::uint64_t least, std::uint64_t most);

/// Runs a device through exercise.h: twice with other initial values of all that is not reset, and once more
/// after a reset in the middle of traffic, if it has one. Throws InputError if its model cannot be made.
DeviceCheck check_device(const Setup& setup, const PhaseSink& tell = {});

/// And by long packets, a million beats an output, and every subset of inputs: cycles and beats of all
/// together.
DeviceCheck check_device_long(const Setup& setup, const PhaseSink& tell = {});

}  // namespace xb
