// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/schedule_registry.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "host/exchange/algorithms.h"
#include "host/exchange/exchange_formula.h"

namespace xb {
namespace {

using Shape = const ExchangeShape&;
using Terms = const ExchangeTerms&;

constexpr auto kExchange = ScheduleFamily::CompleteExchange;
constexpr auto kBroadcast = ScheduleFamily::Broadcast;
constexpr auto kReduction = ScheduleFamily::Reduction;
using Keys = std::vector<std::string>;
constexpr bool kExact = false, kBound = true;  // whether the formula is a bound only
const char* const kBusiestRank = "at least (packets of the busiest rank) g + T_w";
const char* const kOneRound = "1 round of k (p-1) packets";

unsigned each_partner(Shape shape) { return shape.ranks - 1; }
unsigned one_round(Shape /*shape*/) { return 1; }
unsigned group_rounds(Shape shape) {
  return (edge_color_rounds(shape.ranks) + shape.group_size - 1) / shape.group_size;
}
unsigned cluster_steps(Shape shape) {
  unsigned largest = 0;
  for (const RankGroup& cluster : switch_groups(shape)) largest = std::max(largest, cluster.count());
  return largest - 1 + local_group_steps(shape);
}

Seconds one_group(Terms t) { return t.in_groups(1); }
Seconds ring_time(Terms t) { return predict_logical_ring(t.shape.ranks, t.block()); }
Seconds least_broadcast(Terms t) { return least_broadcast_time(t.shape.ranks, t.block()); }

/// Schedules of one switch: complete exchanges in rounds, shuffles, exchanges whose ranks keep no rounds, so
/// that only eq. 2, the bound, is known; broadcasts.
std::vector<ScheduleEntry> one_switch_schedules() {
  const Keys none, spread{"message-spread"}, group_size{"group-size"};
  const char* const unordered = "at least k (p-1) g + T_w, eq. 2";
  const char* const not_in_step = "p-1, not in step";
  return {
      {"shift", kExchange, "round i: send k packets to me + i, receive k from me - i",
       "Tam & Wang 2000, Alg. 1", "nothing in a crossbar; latency between rounds", "(p-1) (k g + T_w), eq. 3",
       kExact, [](Terms t) { return t.in_rounds(t.partners()); }, "p-1", each_partner, shift_exchange,
       spread},
      {"pairwise", kExchange, "round r: exchange k packets with the edge colouring's partner; any p",
       "Tam & Wang 2000, Fig. 1", "both directions of a pair at once; latency between rounds",
       "rounds (k g + T_w), eq. 3", kExact,
       [](Terms t) { return t.in_rounds(edge_color_rounds(t.shape.ranks)); }, "p-1, odd p: p",
       [](Shape s) { return edge_color_rounds(s.ranks); }, pairwise_exchange, spread},
      {"pairwise-xor", kExchange,
       "round r: exchange k packets with me XOR r; idle where that rank is missing", "MPI libraries",
       "as pairwise; idle ranks unless p is a power of two", "rounds (k g + T_w), eq. 3", kExact,
       [](Terms t) { return t.in_rounds(xor_rounds(t.shape.ranks)); }, "2^ceil(log2 p) - 1",
       [](Shape s) { return xor_rounds(s.ranks); }, pairwise_xor_exchange, spread},
      {"sync-shuffle", kExchange, "one packet to each of p-1 partners in turn, k times over",
       "Tam & Wang 2000, Alg. 2", "a new output for each packet; hosts that drift apart meet at outputs",
       "k (p-1) g + T_w, eq. 4", kExact, one_group, kOneRound, one_round, sync_shuffle_exchange, none, true},
      {"group-shuffle", kExchange, "synchronous shuffle among omega partners of the colouring at a time",
       "Tam & Wang 2000, Alg. 3", "as sync-shuffle, with rounds that bring the hosts together again",
       "k (p-1) g + rounds T_w, eq. 5", kExact, [](Terms t) { return t.in_groups(group_rounds(t.shape)); },
       "ceil(rounds of pairwise / omega)", group_rounds, group_shuffle_exchange, group_size, true},
      {"random-order", kExchange, "k packets to each partner, in an order of its own for every rank", "-",
       "contention at outputs, head-of-line blocking", unordered, kBound, one_group, not_in_step,
       each_partner, random_order_exchange, spread},
      {"same-order", kExchange, "k packets to 0, then 1, .. p-1, the same for all ranks", "-",
       "all to one output at a time: the worst order; buffer size", unordered, kBound, one_group, not_in_step,
       each_partner, same_order_exchange, spread},
      {"linear", kExchange, "all sends and receives posted at once, to me + i and from me - i",
       "MPI libraries; Schedgen", "drift: no host waits for another one", unordered, kBound, one_group,
       not_in_step, each_partner, linear_exchange, spread},
      {"logical-ring", kBroadcast, "step i: send the block that came last to me + 1, receive one from me - 1",
       "Jacunski et al. 1999, Fig. 3", "latency: nothing overlaps", "(p-1) (2o + L)", kExact, ring_time,
       "p-1", each_partner, logical_ring_broadcast},
      {"simultaneous-broadcast", kBroadcast, "the own block to me + 1, me + 2, ..; receives as messages come",
       "Jacunski et al. 1999, Fig. 4", "rate: sends and receives overlap", "2o + L + (p-3) g_s + g", kExact,
       [](Terms t) { return predict_simultaneous_broadcast(t.shape.ranks, t.block()); }, "p-1", each_partner,
       simultaneous_broadcast},
      {"combining", kBroadcast, "step i: all blocks held to me + 2^i as one message",
       "Jacunski et al. 1999, Fig. 5", "long messages", "ceil(log2 p) 2o + (p-1) L", kExact,
       [](Terms t) { return predict_combining(t.shape.ranks, t.block()); }, "ceil(log2 p)",
       [](Shape s) { return combining_steps(s.ranks); }, combining_broadcast},
  };
}

/// Sums, and what is no exchange at all.
std::vector<ScheduleEntry> reduction_schedules() {
  return {
      {"ring-reduce-scatter", kReduction,
       "step i: send the sum of the block of me + i to me - 1, add the one from me + 1",
       "Patarasuk & Yuan 2009", "latency between steps; neighbours on different switches",
       "(p-1) (k g + T_w), eq. 3", kExact, [](Terms t) { return t.in_rounds(t.partners()); }, "p-1",
       each_partner, ring_reduce_scatter},
      {"ring-all-reduce", kReduction, "ring-reduce-scatter, then the sums go round the ring",
       "Patarasuk & Yuan 2009", "latency between steps; neighbours on different switches",
       "2 (p-1) (k g + T_w), eq. 3", kExact, [](Terms t) { return t.in_rounds(2 * t.partners()); }, "2 (p-1)",
       [](Shape s) { return 2 * (s.ranks - 1); }, ring_all_reduce},
      {"tree-all-reduce", kReduction, "block after block up a binary tree to rank 0, and down again",
       "MPI libraries; NCCL", "two senders at an output; few steps, twice the data of a ring", kBusiestRank,
       kBound, nullptr, "p - 1 + 2 floor(log2 p), up to 3 messages each",
       [](Shape s) { return tree_all_reduce_steps(s.ranks); }, tree_all_reduce},
      {"halving-all-reduce", kReduction,
       "exchange half of the blocks with me XOR p/2, p/4, .. 1, then all in the other order",
       "Rabenseifner 2004", "links between switches: the longest messages go the longest way", kBusiestRank,
       kBound, nullptr, "2 floor(log2 p), 2 more unless p is a power of two",
       [](Shape s) { return halving_all_reduce_steps(s.ranks); }, halving_all_reduce},
      {"incast", ScheduleFamily::Other, "a block from every other rank to rank 0, all at once", "RFC 8239, 6",
       "one output, and the buffer in front of it", kBusiestRank, kBound, nullptr, "p-1 at rank 0",
       each_partner, incast_to_rank_0},
      {"two-jobs", ScheduleFamily::Other,
       "shift among the even ranks, ring-all-reduce among the odd ones, at once",
       "draft-calabria-bmwg-ai-fabric-training-bench, multi-tenant",
       "what jobs share that share no port: memory, links between switches", kBusiestRank, kBound, nullptr,
       "2 (floor(p / 2) - 1)", [](Shape s) { return s.ranks < 4 ? s.ranks - 1 : 2 * (s.ranks / 2 - 1); },
       two_jobs},
  };
}

/// Those that know the switches. Links between these may hold them up: formulas are bounds.
std::vector<ScheduleEntry> network_schedules() {
  const Keys none, spread{"message-spread"};
  const char* const shuffled = "at least k (p-1) g + T_w, eq. 2";
  const char* const ring = "at least (p-1) (2o + L), one switch's";
  const char* const scheduled = "at least 2o + L + (p-2) L";
  return {
      {"sync-shuffle-xor", kExchange, "one packet to each partner me XOR i in turn, k times over",
       "Tam 2001, 6.2", "uplinks of a hierarchy: a whole switch sends to one other switch at a time",
       shuffled, kBound, one_group, kOneRound, one_round, sync_shuffle_xor_exchange, none, true},
      {"modified-sync-shuffle", kExchange,
       "the same with ranks renumbered across the switches: each partner on another switch",
       "Tam 2001, 6.2, eq. 6.3 and Alg. 5", "uplinks of a hierarchy, evenly", shuffled, kBound, one_group,
       kOneRound, one_round, modified_sync_shuffle_exchange, none, true, 2, 0, true},
      {"lg", kExchange,
       "exchange in each cluster, then one message for all between pairs of ranks of two clusters",
       "Jeannot & Steffenel 2007, Alg. 1", "few long messages between clusters instead of many short ones",
       kBusiestRank, kBound, nullptr,
       "largest n - 1, then ceil(larger n / smaller n) for each pair of clusters", cluster_steps,
       local_group_exchange, spread, false, 2},
      {"switch-ordered-ring", kBroadcast,
       "logical ring of the ranks switch by switch, the switches in the order of their tree",
       "Jacunski et al. 1999, 4.2 and 5.1",
       "latency of links between switches, one message at a time on each", ring, kBound, ring_time, "p-1",
       each_partner, switch_ordered_ring},
      {"rank-ordered-ring", kBroadcast,
       "logical ring of the ranks in a random order, as the user's numbers may be",
       "Jacunski et al. 1999, 5 (MPICH)", "links between switches, which many neighbours share", ring, kBound,
       ring_time, "p-1", each_partner, rank_ordered_ring},
      {"ls2", kBroadcast, "two switches: ranks take turns on the link while the others broadcast locally",
       "Jacunski et al. 1999, 4.3", "the link between two switches, one message a step each way", scheduled,
       kBound, least_broadcast, "n ceil(other n / n) + n - 1, of the switch with the most", two_switch_steps,
       two_switch_link_scheduling, none, false, 2, 2},
      {"ls", kBroadcast, "a ring of switches: blocks go on to the next one while they are broadcast locally",
       "Jacunski et al. 1999, 5.2", "links between switches, one message a step each way", scheduled, kBound,
       least_broadcast, "at most n ceil((p - min(n, next n)) / n) + n - 1, of the switch with the most",
       link_scheduling_steps, link_scheduling},
  };
}

}  // namespace

const std::vector<ScheduleEntry>& schedules() {
  static const std::vector<ScheduleEntry> entries = [] {
    std::vector<ScheduleEntry> all = one_switch_schedules();
    for (const auto& more : {reduction_schedules(), network_schedules(), stepped_schedules()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return entries;
}

bool ScheduleEntry::uses(const std::string& key) const {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool ScheduleEntry::fits(const ExchangeShape& shape) const {
  const std::vector<RankGroup> groups = switch_groups(shape);
  if (groups.size() < least_switches || (most_switches > 0 && groups.size() > most_switches)) return false;
  return !equal_switches || std::all_of(groups.begin(), groups.end(), [&](const RankGroup& group) {
    return group.count() == groups[0].count();
  });
}

std::string ScheduleEntry::needs() const {
  return fmt::format("{}{} switches with hosts{}", least_switches, most_switches == 0 ? " or more" : "",
                     equal_switches ? ", equally many on each" : "");
}

const ScheduleEntry* find_schedule(std::string_view name) { return find_named(schedules(), name); }

void check_switches(const ScheduleEntry& schedule, const ExchangeShape& shape) {
  if (schedule.fits(shape)) return;
  std::string hosts;
  for (const RankGroup& group : switch_groups(shape))
    hosts += fmt::format("{}{}", hosts.empty() ? "" : ", ", group.count());
  throw InputError(
      "schedule: '{}' is not allowed here; allowed: with a topology of {}; this one has {} ({} hosts)",
      schedule.name, schedule.needs(), switch_groups(shape).size(), hosts);
}

}  // namespace xb
