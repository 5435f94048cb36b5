// SPDX-License-Identifier: Apache-2.0
#include "host/run/delivery.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/run/record_fields.h"
#include "host/run/record_io.h"

namespace xb {
namespace {

constexpr std::size_t kFlowsKept = 16;

std::uint64_t sum(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

bool starves(const DeliveryResult& delivery, std::size_t input) {
  if (delivery.delivered_by_input[input] != 0 || delivery.offered_by_input[input] < kFewPackets) return false;
  // In a window too short for anything nobody gets much through.
  return sum(delivery.delivered_by_input) >= kFewPackets * delivery.delivered_by_input.size();
}

std::vector<std::size_t> starving_inputs(const DeliveryResult& delivery) {
  std::vector<std::size_t> inputs;
  for (std::size_t input = 0; input < delivery.delivered_by_input.size(); ++input) {
    if (starves(delivery, input)) inputs.push_back(input);
  }
  return inputs;
}

std::optional<DeliveryResult> delivery_in(const nlohmann::ordered_json& result) {
  std::optional<DeliveryResult> delivery;
  try {
    RecordReader(result).part("delivered_by_input", delivery);
  } catch (const nlohmann::ordered_json::exception&) {
    return {};
  }
  if (!delivery) return {};
  const std::size_t inputs = delivery->delivered_by_input.size();
  const std::size_t flows = delivery->taken_by_flow.size();
  const bool fits = delivery->offered_by_input.size() == inputs && (flows == 0 || flows == inputs * inputs) &&
                    delivery->delivered_by_flow.size() == flows && delivery->lost_by_flow.size() == flows;
  return fits ? delivery : std::nullopt;
}

void take_silent_flows(DeliveryResult& delivery, std::vector<SilentFlow> flows) {
  std::stable_sort(flows.begin(), flows.end(),
                   [](const SilentFlow& a, const SilentFlow& b) { return a.packets > b.packets; });
  delivery.flows_without_delivery = flows.size();
  if (flows.size() > kFlowsKept) flows.resize(kFlowsKept);
  delivery.worst_flows = std::move(flows);
}

DeliveryResult delivery_result(const FlowCounts& counts, const std::vector<std::uint64_t>& offered,
                               unsigned ports) {
  DeliveryResult delivery;
  std::vector<SilentFlow> silent;
  for (unsigned input = 0; input < ports; ++input) {
    const auto row = std::ptrdiff_t{input} * ports;
    const auto of_row = [&](const std::vector<std::uint64_t>& all) {
      return std::accumulate(all.begin() + row, all.begin() + row + ports, std::uint64_t{0});
    };
    delivery.offered_by_input.push_back(std::max(offered[input], of_row(counts.taken)));
    delivery.delivered_by_input.push_back(of_row(counts.delivered));
    for (unsigned output = 0; output < ports; ++output) {
      const auto flow = static_cast<std::size_t>(row) + output;
      if (counts.silent[flow]) silent.push_back({input, output, counts.taken[flow]});
    }
  }
  delivery.taken_by_flow = counts.taken;
  delivery.delivered_by_flow = counts.delivered;
  delivery.lost_by_flow = counts.lost;
  take_silent_flows(delivery, std::move(silent));
  return delivery;
}

bool says_something(const DeliveryResult& delivery) {
  if (!delivery.worst_flows.empty() && delivery.worst_flows.front().packets >= kFewPackets) return true;
  return !starving_inputs(delivery).empty();
}

void take_losses_by_ports(RunResult& result, const FlowCounts& counts, const Setup& setup) {
  const bool shows_occupancy = setup.device && setup.device->observe.shows_occupancy();
  const bool silent = std::find(counts.silent.begin(), counts.silent.end(), true) != counts.silent.end();
  if (silent) {
    // Of packets that no later one of their flow overtakes nothing tells when they were lost.
    result.known.flags = false;
    result.known.queues = result.known.queues && shows_occupancy;
  }
  if (setup.device && setup.entry->probes.drops) return;
  result.lost_packets = result.dropped_full = sum(counts.lost);
  result.loss.mean = share_of(result.lost_packets, result.offered_packets);
  if (silent) result.loss.ci95 = {};
  if (!shows_occupancy) {
    result.dropped_per_queue = counts.lost;
    return;
  }
  const unsigned ports = setup.config.ports;
  result.dropped_per_queue.assign(ports, 0);
  for (std::size_t flow = 0; flow < counts.lost.size(); ++flow)
    result.dropped_per_queue[setup.device->observe.of_outputs ? flow % ports : flow / ports] +=
        counts.lost[flow];
}

}  // namespace xb
