// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/hol_block.h"

#include <algorithm>

#include "host/base/ranges.h"

namespace xb {
namespace {

double loss_of(const TrialFlow& flow) {
  return flow.sent == 0 ? 0 : static_cast<double>(flow.lost()) / static_cast<double>(flow.sent);
}

/// Fewer of these frames than of those, beyond what the ends of the window and of turns make.
bool is_lower(double frames, double of) { return frames + std::max(2.0, of / 100) < of; }

/// The same trial without the sources that send to a congested output alone.
Trial without_congestion(Trial trial) {
  const auto is_congesting = [](const FrameStream& stream) { return stream.destinations.size() == 1; };
  erase_if(trial.streams, is_congesting);
  return trial;
}

}  // namespace

HolBlock hol_block(unsigned ports, unsigned first, unsigned congesting) {
  HolBlock block{first % ports, {}, (first + congesting + 1) % ports, (first + congesting + 2) % ports};
  for (unsigned k = 1; k <= congesting; ++k) block.congesting.push_back((first + k) % ports);
  return block;
}

void add_hol_block(Trial& trial, const HolBlock& block) {
  trial.streams.push_back({block.mixed, {block.uncongested, block.congested}});
  for (const unsigned source : block.congesting) trial.streams.push_back({source, {block.congested}});
}

HolReport hol_report(const TrialResult& result, const HolBlock& block) {
  const TrialFlow uncongested = flows_between(result, kAnyHost, block.uncongested);
  const TrialFlow congested = flows_between(result, kAnyHost, block.congested);
  return {loss_of(uncongested), uncongested.rate, loss_of(congested), congested.rate};
}

std::optional<HolVerdict> hol_verdict(const Trial& trial, const TrialResult& result, const HolBlock& block,
                                      TrialBook& book) {
  const TrialFlow uncongested = flows_between(result, kAnyHost, block.uncongested);
  HolVerdict verdict;
  verdict.loses = uncongested.lost() > 0;
  const auto frames = static_cast<double>(uncongested.in_window);
  if (!is_lower(frames, static_cast<double>(trial.frames_in(trial.beats - trial.settle)) / 2)) return verdict;
  const Trial alone = without_congestion(trial);
  const TrialResult* const other = book.find(alone);
  if (other == nullptr) return {};
  const TrialFlow free = flows_between(*other, kAnyHost, block.uncongested);
  verdict.lowers = is_lower(frames, static_cast<double>(free.in_window));
  verdict.rate_alone = free.rate;
  return verdict;
}

}  // namespace xb
