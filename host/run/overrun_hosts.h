// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/link/host_range.h"
#include "host/traffic/overrun_traffic.h"

namespace xb {

struct Setup;

/// Hosts with traffic overrun, of one switch or of either of two.
std::unique_ptr<OverrunTraffic> overrun_hosts(const Setup& setup, const HostRange& hosts);

/// Cycles that go through all phases.
std::uint64_t sweep_cycles(const Setup& setup);

}  // namespace xb
