// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/config/setup.h"

namespace xb {

/// Throws InputError for what no device does: other engines, networks.
void check_device_point(const RunConfig& config);

/// The fewest bytes of a packet whose length is in bytes; 0: lengths are beats. `device`: null if the switch
/// is the lab's.
unsigned least_packet_bytes(const RunConfig& config, const Device* device);

/// Throws InputError where packets are longer than the device takes them.
void check_packet_of_device(const Setup& setup);

/// Throws InputError for the first frame of a capture that goes where the device connects nothing.
void check_frames_of_device(const Capture& capture, const Replay& replay, const Device& device);

/// The ports and the width that a device has for good, in place of the defaults. Throws InputError where the
/// configuration has others.
void take_own_sizes(RunConfig& config, const Device& device);

/// The switch that the key `device` describes, in place of that of the key `switch`. Throws InputError if it
/// cannot be at this point.
void take_device(Setup& setup, std::shared_ptr<const Device> device);

}  // namespace xb
