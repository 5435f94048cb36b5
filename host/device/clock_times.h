// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/device/device.h"

namespace xb {

/// When the clocks of a device change, in ticks that all of them are multiples of: exact, so that edges that
/// coincide stay together, and none drifts. All clocks rise together when a reset begins.
struct ClockTimes {
  std::uint64_t port_half = 1;            ///< half a period of the ports' clock
  std::vector<std::uint64_t> inner_half;  ///< of each inner clock
};

constexpr unsigned kMostInnerClocks = 3;
constexpr unsigned kMostClockRatio =
    64;  ///< of an inner clock's frequency to the ports', and the other way round

/// Throws InputError: a frequency that is no whole number of hertz, or a ratio that cannot be had exactly.
ClockTimes clock_times(const DeviceClock& clock);

/// What to look at if a device with inner clocks breaks a rule, as a question; empty: it has none.
std::string clocks_to_look_at(const DeviceClock& clock);
/// Whether that rule is broken where beats are lost.
bool loses_beats(const std::string& rule);
/// What to look at if that rule is broken by a device that its hosts never wait for; empty: nothing.
std::string ready_to_look_at(const Device& device, const std::string& rule);
/// What to look at if a device does nothing at all, as a question.
std::string keys_to_look_at(const Device& device);
/// The same if no input of its ever gets ready.
std::string hint_of_never_ready(const Device& device);

}  // namespace xb
