// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "host/exchange/exchange_formula.h"
#include "host/exchange/schedule_registry.h"

namespace xb {
namespace {

using Shape = const ExchangeShape&;

/// From each port of one switch to each other one: the links are those of the ports.
TransferSet over_one_switch(unsigned ranks) {
  TransferSet set;
  for (unsigned rank = 0; rank < ranks; ++rank) set.add_link("in");
  for (unsigned rank = 0; rank < ranks; ++rank) set.add_link("out");
  for (unsigned from = 0; from < ranks; ++from) {
    for (unsigned to = 0; to < ranks; ++to) {
      if (from == to) continue;
      set.add({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)}, {from, ranks + to});
    }
  }
  return set;
}

/// The shape's own steps, or those of one switch.
template <StepOrder order>
std::shared_ptr<const TransferSteps> steps_of(Shape shape) {
  if (shape.steps != nullptr) return shape.steps;
  return std::make_shared<TransferSteps>(over_one_switch(shape.ranks), order, shape.seed);
}

template <StepOrder order>
ScheduleEntry stepped(const char* name, const char* description, const char* paper, const char* stresses) {
  ScheduleEntry entry;
  entry.name = name;
  entry.description = description;
  entry.paper = paper;
  entry.stresses = stresses;
  entry.formula = "at least the time of the busiest link, and the overheads of a packet";
  entry.bound_only = true;
  entry.predict = [](const ExchangeTerms& t) {
    if (t.shape.steps != nullptr) return Seconds{t.shape.liquid_time.value + t.overheads};
    return t.in_groups(1);  // one switch
  };
  entry.steps_text = "Lambda or more";
  entry.steps = [](Shape s) { return steps_of<order>(s)->schedule().steps; };
  entry.keys = {"transfers", "step-end"};
  entry.builder = [](Shape s) {
    const auto steps = steps_of<order>(s);
    return stepped_exchange(
        {steps->transfers(), steps->schedule(), s.ranks, s.block_bytes(), s.step_end, s.step_ns});
  };
  entry.step_order = order;
  return entry;
}

}  // namespace

std::vector<ScheduleEntry> stepped_schedules() {
  return {
      stepped<StepOrder::Liquid>(
          "liquid", "transfers in as few steps as the busiest link has transfers, no link used twice in one",
          "Gabrielyan & Hersch 2003", "the busiest links, without a pause"),
      stepped<StepOrder::RoundRobin>(
          "round-robin-steps",
          "phase k: from each sender to the k-th host after it, whatever links they share",
          "Gabrielyan & Hersch 2003, 1", "links between switches, which many transfers of a phase share"),
      stepped<StepOrder::Random>("random-steps",
                                 "transfers in a random order, each in the first step whose links are free",
                                 "Gabrielyan & Hersch 2003, 5", "links that idle in some steps"),
      stepped<StepOrder::BusiestFirst>("greedy-steps", "the same, those over the busiest links first",
                                       "Welsh & Powell 1967, of the congestion graph",
                                       "links that idle in some steps")};
}

}  // namespace xb
