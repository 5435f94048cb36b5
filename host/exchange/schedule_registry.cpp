// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/schedule_registry.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "host/exchange/all_to_all_broadcast.h"
#include "host/exchange/broadcast_formula.h"
#include "host/exchange/complete_exchange.h"
#include "host/exchange/pairing.h"
#include "host/exchange/unordered_exchange.h"

namespace xb {
namespace {

using Shape = const ExchangeShape&;
using Terms = const ExchangeTerms&;

unsigned each_partner(Shape shape) { return shape.ranks - 1; }
unsigned group_rounds(Shape shape) {
  return (edge_color_rounds(shape.ranks) + shape.group_size - 1) / shape.group_size;
}

ScheduleEntry shift() {
  ScheduleEntry entry;
  entry.name = "shift";
  entry.description = "round i: send k packets to me + i, receive k from me - i";
  entry.paper = "Tam & Wang 2000, Alg. 1";
  entry.stresses = "nothing in a crossbar; latency between rounds";
  entry.formula = "(p-1) (k g + T_w), eq. 3";
  entry.predict = [](Terms t) { return t.in_rounds(t.partners()); };
  entry.steps_text = "p-1";
  entry.steps = each_partner;
  entry.keys = {"message-spread"};
  entry.build_plain = shift_exchange;
  return entry;
}

ScheduleEntry pairwise() {
  ScheduleEntry entry;
  entry.name = "pairwise";
  entry.description = "round r: exchange k packets with the edge colouring's partner; any p";
  entry.paper = "Tam & Wang 2000, Fig. 1";
  entry.stresses = "both directions of a pair at once; latency between rounds";
  entry.formula = "rounds (k g + T_w), eq. 3";
  entry.predict = [](Terms t) { return t.in_rounds(edge_color_rounds(t.shape.ranks)); };
  entry.steps_text = "p-1, odd p: p";
  entry.steps = [](Shape s) { return edge_color_rounds(s.ranks); };
  entry.keys = {"message-spread"};
  entry.build_plain = pairwise_exchange;
  return entry;
}

ScheduleEntry pairwise_xor() {
  ScheduleEntry entry;
  entry.name = "pairwise-xor";
  entry.description = "round r: exchange k packets with me XOR r; idle where that rank is missing";
  entry.paper = "MPI libraries";
  entry.stresses = "as pairwise; idle ranks unless p is a power of two";
  entry.formula = "rounds (k g + T_w), eq. 3";
  entry.predict = [](Terms t) { return t.in_rounds(xor_rounds(t.shape.ranks)); };
  entry.steps_text = "2^ceil(log2 p) - 1";
  entry.steps = [](Shape s) { return xor_rounds(s.ranks); };
  entry.keys = {"message-spread"};
  entry.build_plain = pairwise_xor_exchange;
  return entry;
}

ScheduleEntry sync_shuffle() {
  ScheduleEntry entry;
  entry.name = "sync-shuffle";
  entry.description = "one packet to each of p-1 partners in turn, k times over";
  entry.paper = "Tam & Wang 2000, Alg. 2";
  entry.stresses = "a new output for each packet; hosts that drift apart meet at outputs";
  entry.formula = "k (p-1) g + T_w, eq. 4";
  entry.predict = [](Terms t) { return t.in_groups(1); };
  entry.turns_of_one_packet = true;
  entry.steps_text = "1 round of k (p-1) packets";
  entry.steps = [](Shape) { return 1U; };
  entry.build_plain = sync_shuffle_exchange;
  return entry;
}

ScheduleEntry group_shuffle() {
  ScheduleEntry entry;
  entry.name = "group-shuffle";
  entry.description = "synchronous shuffle among omega partners of the colouring at a time";
  entry.paper = "Tam & Wang 2000, Alg. 3";
  entry.stresses = "as sync-shuffle, with rounds that bring the hosts together again";
  entry.formula = "k (p-1) g + rounds T_w, eq. 5";
  entry.predict = [](Terms t) { return t.in_groups(group_rounds(t.shape)); };
  entry.turns_of_one_packet = true;
  entry.steps_text = "ceil(rounds of pairwise / omega)";
  entry.steps = group_rounds;
  entry.keys = {"group-size"};
  entry.build_plain = group_shuffle_exchange;
  return entry;
}

/// A complete exchange whose ranks keep no rounds: only eq. 2, the bound, is known.
ScheduleEntry unordered(const char* name) {
  ScheduleEntry entry;
  entry.name = name;
  entry.formula = "at least k (p-1) g + T_w, eq. 2";
  entry.bound_only = true;
  entry.predict = [](Terms t) { return t.in_groups(1); };
  entry.steps_text = "p-1, not in step";
  entry.keys = {"message-spread"};
  entry.steps = each_partner;
  return entry;
}

ScheduleEntry random_order() {
  ScheduleEntry entry = unordered("random-order");
  entry.description = "k packets to each partner, in an order of its own for every rank";
  entry.paper = "-";
  entry.stresses = "contention at outputs, head-of-line blocking";
  entry.build_plain = random_order_exchange;
  return entry;
}

ScheduleEntry same_order() {
  ScheduleEntry entry = unordered("same-order");
  entry.description = "k packets to 0, then 1, .. p-1, the same for all ranks";
  entry.paper = "-";
  entry.stresses = "all to one output at a time: the worst order; buffer size";
  entry.build_plain = same_order_exchange;
  return entry;
}

ScheduleEntry linear() {
  ScheduleEntry entry = unordered("linear");
  entry.description = "all sends and receives posted at once, to me + i and from me - i";
  entry.paper = "MPI libraries; Schedgen";
  entry.stresses = "drift: no host waits for another one";
  entry.build_plain = linear_exchange;
  return entry;
}

ScheduleEntry logical_ring() {
  ScheduleEntry entry;
  entry.name = "logical-ring";
  entry.family = ScheduleFamily::Broadcast;
  entry.description = "step i: send the block that came last to me + 1, receive one from me - 1";
  entry.paper = "Jacunski et al. 1999, Fig. 3";
  entry.stresses = "latency: nothing overlaps";
  entry.formula = "(p-1) (2o + L)";
  entry.predict = [](Terms t) { return predict_logical_ring(t.shape.ranks, t.block()); };
  entry.steps_text = "p-1";
  entry.steps = each_partner;
  entry.build_plain = logical_ring_broadcast;
  return entry;
}

ScheduleEntry simultaneous() {
  ScheduleEntry entry;
  entry.name = "simultaneous-broadcast";
  entry.family = ScheduleFamily::Broadcast;
  entry.description = "the own block to me + 1, me + 2, ..; receives as messages come";
  entry.paper = "Jacunski et al. 1999, Fig. 4";
  entry.stresses = "rate: sends and receives overlap";
  entry.formula = "2o + L + (p-3) g_s + g";
  entry.predict = [](Terms t) { return predict_simultaneous_broadcast(t.shape.ranks, t.block()); };
  entry.steps_text = "p-1";
  entry.steps = each_partner;
  entry.build_plain = simultaneous_broadcast;
  return entry;
}

ScheduleEntry combining() {
  ScheduleEntry entry;
  entry.name = "combining";
  entry.family = ScheduleFamily::Broadcast;
  entry.description = "step i: all blocks held to me + 2^i as one message";
  entry.paper = "Jacunski et al. 1999, Fig. 5";
  entry.stresses = "long messages";
  entry.formula = "ceil(log2 p) 2o + (p-1) L";
  entry.predict = [](Terms t) { return predict_combining(t.shape.ranks, t.block()); };
  entry.steps_text = "ceil(log2 p)";
  entry.steps = [](Shape s) { return combining_steps(s.ranks); };
  entry.build_plain = combining_broadcast;
  return entry;
}

}  // namespace

const std::vector<ScheduleEntry>& schedules() {
  static const std::vector<ScheduleEntry> entries = [] {
    std::vector<ScheduleEntry> all{shift(),         pairwise(),     pairwise_xor(), sync_shuffle(),
                                   group_shuffle(), random_order(), same_order(),   linear(),
                                   logical_ring(),  simultaneous(), combining()};
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
