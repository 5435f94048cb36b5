// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/exchange/broadcast_formula.h"
#include "host/exchange/link_scheduling.h"
#include "host/exchange/local_group_exchange.h"
#include "host/exchange/ordered_ring.h"
#include "host/exchange/schedule_registry.h"
#include "host/exchange/switch_aware_shuffle.h"

namespace xb {
namespace {

using Shape = const ExchangeShape&;
using Terms = const ExchangeTerms&;

ScheduleEntry ring(const char* name) {
  ScheduleEntry entry;
  entry.name = name;
  entry.family = ScheduleFamily::Broadcast;
  entry.formula = "at least (p-1) (2o + L), one switch's";
  entry.bound_only = true;
  entry.predict = [](Terms t) { return predict_logical_ring(t.shape.ranks, t.block()); };
  entry.steps_text = "p-1";
  entry.steps = [](Shape s) { return s.ranks - 1; };
  return entry;
}

ScheduleEntry switch_ordered() {
  ScheduleEntry entry = ring("switch-ordered-ring");
  entry.description = "logical ring of the ranks switch by switch, the switches in the order of their tree";
  entry.paper = "Jacunski et al. 1999, 4.2 and 5.1";
  entry.stresses = "latency of links between switches, one message at a time on each";
  entry.build_planned = switch_ordered_ring;
  return entry;
}

ScheduleEntry rank_ordered() {
  ScheduleEntry entry = ring("rank-ordered-ring");
  entry.description = "logical ring of the ranks in a random order, as the user's numbers may be";
  entry.paper = "Jacunski et al. 1999, 5 (MPICH)";
  entry.stresses = "links between switches, which many neighbours share";
  entry.build_planned = rank_ordered_ring;
  return entry;
}

ScheduleEntry scheduled_links(const char* name) {
  ScheduleEntry entry;
  entry.name = name;
  entry.family = ScheduleFamily::Broadcast;
  entry.formula = "at least 2o + L + (p-2) L";
  entry.bound_only = true;
  entry.predict = [](Terms t) { return least_broadcast_time(t.shape.ranks, t.block()); };
  return entry;
}

ScheduleEntry ls2() {
  ScheduleEntry entry = scheduled_links("ls2");
  entry.description = "two switches: ranks take turns on the link while the others broadcast locally";
  entry.paper = "Jacunski et al. 1999, 4.3";
  entry.stresses = "the link between two switches, one message a step each way";
  entry.steps_text = "n ceil(other n / n) + n - 1, of the switch with the most";
  entry.steps = two_switch_steps;
  entry.build_planned = two_switch_link_scheduling;
  entry.least_switches = entry.most_switches = 2;
  return entry;
}

ScheduleEntry ls() {
  ScheduleEntry entry = scheduled_links("ls");
  entry.description = "a ring of switches: blocks go on to the next one while they are broadcast locally";
  entry.paper = "Jacunski et al. 1999, 5.2";
  entry.stresses = "links between switches, one message a step each way";
  entry.steps_text = "at most n ceil((p - min(n, next n)) / n) + n - 1, of the switch with the most";
  entry.steps = link_scheduling_steps;
  entry.build_planned = link_scheduling;
  return entry;
}

ScheduleEntry lg() {
  ScheduleEntry entry;
  entry.name = "lg";
  entry.description =
      "exchange in each cluster, then one message for all between pairs of ranks of two clusters";
  entry.paper = "Jeannot & Steffenel 2007, Alg. 1";
  entry.stresses = "few long messages between clusters instead of many short ones";
  entry.formula = "at least (packets of the busiest rank) g + T_w";
  entry.bound_only = true;
  entry.steps_text = "largest n - 1, then ceil(larger n / smaller n) for each pair of clusters";
  entry.steps = [](Shape s) {
    unsigned largest = 0;
    for (const RankGroup& cluster : switch_groups(s)) largest = std::max(largest, cluster.count());
    return largest - 1 + local_group_steps(s);
  };
  entry.keys = {"message-spread"};
  entry.build_planned = local_group_exchange;
  entry.least_switches = 2;
  return entry;
}

/// A synchronous shuffle whose links between switches may hold it up.
ScheduleEntry shuffle(const char* name) {
  ScheduleEntry entry;
  entry.name = name;
  entry.formula = "at least k (p-1) g + T_w, eq. 2";
  entry.bound_only = true;
  entry.predict = [](Terms t) { return t.in_groups(1); };
  entry.turns_of_one_packet = true;
  entry.steps_text = "1 round of k (p-1) packets";
  entry.steps = [](Shape) { return 1U; };
  return entry;
}

ScheduleEntry sync_shuffle_xor() {
  ScheduleEntry entry = shuffle("sync-shuffle-xor");
  entry.description = "one packet to each partner me XOR i in turn, k times over";
  entry.paper = "Tam 2001, 6.2";
  entry.stresses = "uplinks of a hierarchy: a whole switch sends to one other switch at a time";
  entry.build_plain = sync_shuffle_xor_exchange;
  return entry;
}

ScheduleEntry modified_sync_shuffle() {
  ScheduleEntry entry = shuffle("modified-sync-shuffle");
  entry.description = "the same with ranks renumbered across the switches: each partner on another switch";
  entry.paper = "Tam 2001, 6.2, eq. 6.3 and Alg. 5";
  entry.stresses = "uplinks of a hierarchy, evenly";
  entry.build_plain = modified_sync_shuffle_exchange;
  entry.least_switches = 2;
  entry.equal_switches = true;
  return entry;
}

}  // namespace

std::vector<ScheduleEntry> network_schedules() {
  return {sync_shuffle_xor(), modified_sync_shuffle(), lg(), switch_ordered(), rank_ordered(), ls2(), ls()};
}

}  // namespace xb
