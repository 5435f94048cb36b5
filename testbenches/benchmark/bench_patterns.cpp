// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/bench_patterns.h"

#include "host/base/random.h"

namespace xb {
namespace {

std::vector<FrameStream> pair_streams(unsigned ports) {
  std::vector<FrameStream> streams;
  for (unsigned port = 0; port + 1 < ports; port += 2) {
    streams.push_back({port, {port + 1}});
    streams.push_back({port + 1, {port}});
  }
  return streams;
}

/// From each of `from` to all others of the `count` ports from `first` on, beginning with its next neighbour.
FrameStream to_others(unsigned from, unsigned first, unsigned count) {
  FrameStream stream{from, {}};
  for (unsigned k = 1; k <= count; ++k) {
    const unsigned to = first + (from + k) % count;
    if (to != from) stream.destinations.push_back(to);
  }
  return stream;
}

std::vector<FrameStream> mesh_streams(unsigned ports) {
  std::vector<FrameStream> streams;
  for (unsigned port = 0; port < ports; ++port) streams.push_back(to_others(port, 0, ports));
  return streams;
}

std::vector<FrameStream> fan_out_streams(unsigned ports) { return {to_others(0, 0, ports)}; }

std::vector<FrameStream> fan_in_streams(unsigned ports) {
  std::vector<FrameStream> streams;
  for (unsigned port = 1; port < ports; ++port) streams.push_back({port, {0}});
  return streams;
}

std::vector<FrameStream> half_streams(unsigned ports) {
  const unsigned half = ports / 2;
  std::vector<FrameStream> streams;
  for (unsigned port = 0; port < half; ++port) streams.push_back(to_others(port, half, half));
  return streams;
}

}  // namespace

const BenchPattern kPortPairs{"pairs", "ports in pairs, both ways", false, nullptr, pair_streams};
const BenchPattern kFullMesh{"mesh", "each port to all others, in the RFC's order", false, nullptr,
                             mesh_streams};
const BenchPattern kRandomMesh{"random", "each port to all others, in random order", true, nullptr,
                               mesh_streams};
const BenchPattern kOneToMany{"one-to-many", "port 0 to all others in turn", false, nullptr, fan_out_streams};
const BenchPattern kManyToOne{"many-to-one", "all others to port 0", false,
                              [](unsigned ports) { return ports - 1; }, fan_in_streams};
const BenchPattern kHalfToHalf{"half-to-half", "the lower half of the ports to the upper half, in turn",
                               false, nullptr, half_streams};

void draw_phases(Trial& trial) {
  for (FrameStream& stream : trial.streams) {
    RandomStream phase(trial.config.seed, StreamPurpose::Arrival, stream.source);
    stream.offset = phase.below(static_cast<std::uint32_t>(trial.frame_time()));
  }
}

Trial pattern_trial(const BenchPlan& plan, const BenchPattern& pattern, const FrameSize& size,
                    const TrialLoad& load) {
  Trial trial = plan.trial(size);
  trial.random_order = pattern.random_order;
  trial.streams = pattern.streams(plan.ports());
  for (FrameStream& stream : trial.streams) stream.load = {load.num, load.den * pattern.share(plan.ports())};
  if (pattern.random_order) draw_phases(trial);
  return trial;
}

}  // namespace xb
