// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "host/fabric/flow_watch.h"
#include "host/run/run_result.h"

namespace xb {

struct Setup;

/// Of fewer packets that none came says nothing of a switch that serves all.
constexpr std::uint64_t kFewPackets = 8;

/// Whether an input, or a host of a network, got nothing through while the others did.
bool starves(const DeliveryResult& delivery, std::size_t input);

/// All that do.
std::vector<std::size_t> starving_inputs(const DeliveryResult& delivery);

/// Of the result in a record; nothing if it has no such lists, or some that do not fit together.
std::optional<DeliveryResult> delivery_in(const nlohmann::ordered_json& result);

/// Keeps the worst of the flows without delivery, and how many there are.
void take_silent_flows(DeliveryResult& delivery, std::vector<SilentFlow> flows);

/// The flows of one switch. `offered`: by input, as far as hosts count it.
DeliveryResult delivery_result(const FlowCounts& counts, const std::vector<std::uint64_t>& offered,
                               unsigned ports);

/// Whether it says more than the sums do: an input starves, or of a flow nothing came.
bool says_something(const DeliveryResult& delivery);

/// Of a device, or a switch that is observed by its ports: what it has lost, if it does not count that, are
/// packets taken in the window that never came out. Where of a flow nothing came, what the ports tell of
/// queues and heads is void.
void take_losses_by_ports(RunResult& result, const FlowCounts& counts, const Setup& setup);

}  // namespace xb
