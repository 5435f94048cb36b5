// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/all_reduce.h"
#include "host/exchange/schedule_registry.h"
#include "host/exchange/unordered_exchange.h"

namespace xb {
namespace {

using Shape = const ExchangeShape&;
using Terms = const ExchangeTerms&;

ScheduleEntry ring_reduce_scatter_entry() {
  ScheduleEntry entry;
  entry.name = "ring-reduce-scatter";
  entry.family = ScheduleFamily::Reduction;
  entry.description = "step i: send the sum of the block of me + i to me - 1, add the one from me + 1";
  entry.paper = "Patarasuk & Yuan 2009";
  entry.stresses = "latency between steps; neighbours on different switches";
  entry.formula = "(p-1) (k g + T_w), eq. 3";
  entry.predict = [](Terms t) { return t.in_rounds(t.partners()); };
  entry.steps_text = "p-1";
  entry.steps = [](Shape s) { return s.ranks - 1; };
  entry.build_planned = ring_reduce_scatter;
  return entry;
}

ScheduleEntry ring_all_reduce_entry() {
  ScheduleEntry entry = ring_reduce_scatter_entry();
  entry.name = "ring-all-reduce";
  entry.description = "ring-reduce-scatter, then the sums go round the ring";
  entry.formula = "2 (p-1) (k g + T_w), eq. 3";
  entry.predict = [](Terms t) { return t.in_rounds(2 * t.partners()); };
  entry.steps_text = "2 (p-1)";
  entry.steps = [](Shape s) { return 2 * (s.ranks - 1); };
  entry.build_planned = ring_all_reduce;
  return entry;
}

/// An all-reduce of which only the time of the busiest rank's packets is known.
ScheduleEntry bounded(const char* name) {
  ScheduleEntry entry;
  entry.name = name;
  entry.family = ScheduleFamily::Reduction;
  entry.formula = "at least (packets of the busiest rank) g + T_w";
  entry.bound_only = true;
  return entry;
}

ScheduleEntry tree_all_reduce_entry() {
  ScheduleEntry entry = bounded("tree-all-reduce");
  entry.description = "block after block up a binary tree to rank 0, and down again";
  entry.paper = "MPI libraries; NCCL";
  entry.stresses = "two senders at an output; few steps, twice the data of a ring";
  entry.steps_text = "p - 1 + 2 floor(log2 p), up to 3 messages each";
  entry.steps = [](Shape s) { return tree_all_reduce_steps(s.ranks); };
  entry.build_planned = tree_all_reduce;
  return entry;
}

ScheduleEntry halving_all_reduce_entry() {
  ScheduleEntry entry = bounded("halving-all-reduce");
  entry.description = "exchange half of the blocks with me XOR p/2, p/4, .. 1, then all in the other order";
  entry.paper = "Rabenseifner 2004";
  entry.stresses = "links between switches: the longest messages go the longest way";
  entry.steps_text = "2 floor(log2 p), 2 more unless p is a power of two";
  entry.steps = [](Shape s) { return halving_all_reduce_steps(s.ranks); };
  entry.build_planned = halving_all_reduce;
  return entry;
}

ScheduleEntry incast_entry() {
  ScheduleEntry entry = bounded("incast");
  entry.family = ScheduleFamily::Other;
  entry.description = "a block from every other rank to rank 0, all at once";
  entry.paper = "RFC 8239, 6";
  entry.stresses = "one output, and the buffer in front of it";
  entry.steps_text = "p-1 at rank 0";
  entry.steps = [](Shape s) { return s.ranks - 1; };
  entry.build_plain = incast_to_rank_0;
  return entry;
}

ScheduleEntry two_jobs_entry() {
  ScheduleEntry entry = bounded("two-jobs");
  entry.family = ScheduleFamily::Other;
  entry.description = "shift among the even ranks, ring-all-reduce among the odd ones, at once";
  entry.paper = "draft-calabria-bmwg-ai-fabric-training-bench, multi-tenant";
  entry.stresses = "what jobs share that share no port: memory, links between switches";
  entry.steps_text = "2 (floor(p / 2) - 1)";
  entry.steps = [](Shape s) { return s.ranks < 4 ? s.ranks - 1 : 2 * (s.ranks / 2 - 1); };
  entry.build_plain = two_jobs;
  return entry;
}

}  // namespace

std::vector<ScheduleEntry> reduction_schedules() {
  return {ring_reduce_scatter_entry(), ring_all_reduce_entry(), tree_all_reduce_entry(),
          halving_all_reduce_entry(),  incast_entry(),          two_jobs_entry()};
}

}  // namespace xb
