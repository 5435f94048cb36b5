// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/config/setup.h"

namespace xb {

/// The capture that the hosts of `config` send, null: none; `config` gets the lengths of its packets. Throws
/// InputError if it cannot be read, or the hosts of `list` cannot send it. `hosts`: all that there are.
/// `least_bytes`: of a packet whose length is in bytes; 0: lengths are beats, as where a frame has fewer.
std::shared_ptr<const Capture> take_capture(RunConfig& config, const HostList& list, unsigned hosts,
                                            CaptureFiles& files, unsigned least_bytes);

/// The clock [MHz] of the switch: as given, that of the cluster, of the device, or the usual one.
double clock_of(const Setup& setup);

}  // namespace xb
