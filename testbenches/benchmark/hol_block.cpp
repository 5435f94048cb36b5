// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/hol_block.h"

namespace xb {
namespace {

double loss_of(const TrialFlow& flow) {
  return flow.sent == 0 ? 0 : static_cast<double>(flow.lost()) / static_cast<double>(flow.sent);
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

}  // namespace xb
