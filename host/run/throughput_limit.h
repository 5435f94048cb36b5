// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "host/config/setup.h"
#include "host/run/run_result.h"

namespace xb {

/// What keeps random traffic on one switch below the load that its hosts offer; nothing if nothing does.
std::optional<ThroughputLimit> throughput_limit(const SwitchEntry& entry, const RunConfig& config);

/// The same of a point. Of a network: what the hosts' switches let in, by their ports and cables; links
/// between switches may limit it further.
std::optional<ThroughputLimit> throughput_limit(const Setup& setup);

/// Packets offered that were neither delivered nor lost.
std::uint64_t not_delivered(const RunResult& result);

}  // namespace xb
