// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/collective.h"

#include <algorithm>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "testbenches/recording/run_point.h"

namespace xb {
namespace {

/// Jain's index of what the links between switches carried; nothing where there are none.
std::optional<double> evenness_of(const std::optional<NetworkResult>& network) {
  if (!network || network->links.empty()) return {};
  double sum = 0, squares = 0;
  for (const LinkResult& link : network->links) {
    const auto packets = static_cast<double>(link.packets);
    sum += packets;
    squares += packets * packets;
  }
  if (squares == 0) return {};
  return sum * sum / (static_cast<double>(network->links.size()) * squares);
}

/// Of the switch, or of that switch of a network that has most.
Distribution most_occupied(const RunResult& r) {
  if (!r.network) return r.occupancy_beats;
  Distribution most;
  for (const SwitchResult& one : r.network->switches) {
    most.p95 = std::max(most.p95, one.result.occupancy_beats.p95);
    most.p99 = std::max(most.p99, one.result.occupancy_beats.p99);
    most.max = std::max(most.max, one.result.occupancy_beats.max);
  }
  return most;
}

}  // namespace

std::uint64_t roofline_beats(const Setup& setup) {
  const Schedule schedule = setup.hosts->program();
  const PacketSizes& sizes = setup.hosts->nic.sizes;
  std::vector<std::uint64_t> sent(schedule.ranks.size()), received(schedule.ranks.size());
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    for (const Op& op : schedule.ranks[rank].ops()) {
      if (op.kind != OpKind::Send) continue;
      // All packets of a message but the last are full.
      const std::uint64_t last = sizes.packets(op.size) - 1;
      const std::uint64_t beats =
          (last == 0 ? 0 : last * sizes.beats(op.size, 0)) + sizes.beats(op.size, last);
      sent[rank] += beats;
      received[op.peer] += beats;
    }
  }
  return std::max(*std::max_element(sent.begin(), sent.end()),
                  *std::max_element(received.begin(), received.end()));
}

TrialResult run_collective(const Setup& setup) {
  RunSinks sinks;
  sinks.messages = true;
  const RunResult r = run_point(setup, {}, {}, sinks);
  CollectiveResult c;
  c.cycles = *r.completion_cycles;
  c.roofline = roofline_beats(setup);
  c.latency_p99 = r.latency.p99;
  c.latency_max = r.latency.max;
  const Distribution occupancy = most_occupied(r);
  c.occupancy_p95 = occupancy.p95;
  c.occupancy_p99 = occupancy.p99;
  c.occupancy_max = occupancy.max;
  c.flow_p99 = r.messages->p99;
  c.flow_max = r.messages->max;
  if (r.pause) c.pauses = CollectivePauses{r.pause->frames, r.pause->paused, r.pause->victims};
  c.evenness = evenness_of(r.network);
  TrialResult result;
  result.sent = r.offered_packets;
  result.lost = r.lost_packets;
  result.hol = r.hol.mean;
  result.collective = c;
  return result;
}

}  // namespace xb
