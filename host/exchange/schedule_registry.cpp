// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/schedule_registry.h"

#include <algorithm>

#include "host/exchange/all_to_all_broadcast.h"
#include "host/exchange/complete_exchange.h"
#include "host/exchange/pairing.h"
#include "host/exchange/unordered_exchange.h"
#include "host/schedule/goal_file.h"
#include "host/schedule/turns.h"

namespace xb {
namespace {

using Shape = const ExchangeShape&;

constexpr auto kExchange = ScheduleFamily::CompleteExchange;
constexpr auto kBroadcast = ScheduleFamily::Broadcast;

unsigned each_partner(Shape shape) { return shape.ranks - 1; }
unsigned group_rounds(Shape shape) {
  return (edge_color_rounds(shape.ranks) + shape.group_size - 1) / shape.group_size;
}

}  // namespace

const std::vector<ScheduleEntry>& schedules() {
  static const std::vector<ScheduleEntry> entries{
      {"shift", kExchange, "round i: send k packets to me + i, receive k from me - i",
       "Tam & Wang 2000, Alg. 1", "(p-1) (k g + T_w), eq. 3", false,
       "nothing in a crossbar; latency between rounds", each_partner, "p-1", shift_exchange},
      {"pairwise", kExchange, "round r: exchange k packets with the edge colouring's partner; any p",
       "Tam & Wang 2000, Fig. 1", "rounds (k g + T_w), eq. 3", false,
       "both directions of a pair at once; latency between rounds",
       [](Shape s) { return edge_color_rounds(s.ranks); }, "p-1, odd p: p", pairwise_exchange},
      {"pairwise-xor", kExchange,
       "round r: exchange k packets with me XOR r; idle where that rank is missing", "MPI libraries",
       "rounds (k g + T_w), eq. 3", false, "as pairwise; idle ranks unless p is a power of two",
       [](Shape s) { return xor_rounds(s.ranks); }, "2^ceil(log2 p) - 1", pairwise_xor_exchange},
      {"sync-shuffle", kExchange, "one packet to each of p-1 partners in turn, k times over",
       "Tam & Wang 2000, Alg. 2", "k (p-1) g + T_w, eq. 4", false,
       "a new output for each packet; hosts that drift apart meet at outputs", [](Shape) { return 1U; },
       "1 round of k (p-1) packets", sync_shuffle_exchange},
      {"group-shuffle", kExchange, "synchronous shuffle among omega partners of the colouring at a time",
       "Tam & Wang 2000, Alg. 3", "k (p-1) g + rounds T_w, eq. 5", false,
       "as sync-shuffle, with rounds that bring the hosts together again", group_rounds,
       "ceil(rounds of pairwise / omega)", group_shuffle_exchange},
      {"random-order", kExchange, "k packets to each partner, in an order of its own for every rank", "-",
       "at least k (p-1) g + T_w, eq. 2", true, "contention at outputs, head-of-line blocking", each_partner,
       "p-1, not in step", random_order_exchange},
      {"same-order", kExchange, "k packets to 0, then 1, .. p-1, the same for all ranks", "-",
       "at least k (p-1) g + T_w, eq. 2", true, "all to one output at a time: the worst order; buffer size",
       each_partner, "p-1, not in step", same_order_exchange},
      {"linear", kExchange, "all sends and receives posted at once, to me + i and from me - i",
       "MPI libraries; Schedgen", "at least k (p-1) g + T_w, eq. 2", true,
       "drift: no host waits for another one", each_partner, "p-1, not in step", linear_exchange},
      {"logical-ring", kBroadcast, "step i: send the block that came last to me + 1, receive one from me - 1",
       "Jacunski et al. 1999, Fig. 3", "(p-1) (2o + L)", false, "latency: nothing overlaps", each_partner,
       "p-1", logical_ring_broadcast},
      {"simultaneous-broadcast", kBroadcast, "the own block to me + 1, me + 2, ..; receives as messages come",
       "Jacunski et al. 1999, Fig. 4", "2o + L + (p-3) g_s + g", false, "rate: sends and receives overlap",
       each_partner, "p-1", simultaneous_broadcast},
      {"combining", kBroadcast, "step i: all blocks held to me + 2^i as one message",
       "Jacunski et al. 1999, Fig. 5", "ceil(log2 p) 2o + (p-1) L", false, "long messages",
       [](Shape s) { return combining_steps(s.ranks); }, "ceil(log2 p)", combining_broadcast},
  };
  return entries;
}

const ScheduleEntry* find_schedule(const std::string& name) {
  const auto found = std::find_if(schedules().begin(), schedules().end(),
                                  [&](const ScheduleEntry& entry) { return entry.name == name; });
  return found == schedules().end() ? nullptr : &*found;
}

bool is_goal_file(const std::string& schedule) {
  const std::string ending = ".goal";
  return schedule.size() > ending.size() &&
         schedule.compare(schedule.size() - ending.size(), ending.size(), ending) == 0;
}

Schedule make_schedule(const std::string& name, const ExchangeShape& shape) {
  return without_turns(make_short_schedule(name, shape));
}

Schedule make_short_schedule(const std::string& name, const ExchangeShape& shape) {
  if (const ScheduleEntry* entry = find_schedule(name)) return entry->build(shape);
  return load_goal(name, shape.ranks)->schedule;
}

}  // namespace xb
