// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "host/exchange/exchange_formula.h"
#include "host/exchange/exchange_shape.h"
#include "host/exchange/schedule_names.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

enum class ScheduleFamily {
  CompleteExchange,  ///< a block of its own from every rank to every other one
  Broadcast,         ///< one block of every rank to all others
  Reduction,         ///< a vector of p blocks at every rank, whose sum all need, or each its block
  Other              ///< what every rank has to do, its description says
};

/// Makes the programs of all ranks; with a plan notes in it what each operation is meant to be
/// (plan_check.h), unless it is null.
using PlainBuilder = Schedule (*)(const ExchangeShape& shape);
using PlanningBuilder = Schedule (*)(const ExchangeShape& shape, SchedulePlan* plan);

/// A communication schedule that the hosts can run, built for any number of ranks.
struct ScheduleEntry {
  std::string name;
  ScheduleFamily family = ScheduleFamily::CompleteExchange;
  std::string description;  ///< the program of a rank, in a line
  std::string paper;        ///< where it comes from
  std::string stresses;     ///< what it shows of a switch
  std::string formula;      ///< completion time, in the terms of docs/hosts.md
  bool bound_only = false;  ///< the formula is a lower bound
  /// The formula. Where no formula is known, the bound; null: that of its programs, least_traffic_time().
  Seconds (*predict)(const ExchangeTerms& terms) = nullptr;
  std::string steps_text;  ///< steps() in words
  /// Steps in which every rank sends at most one message (of a shuffle: rounds that wait for each other).
  unsigned (*steps)(const ExchangeShape& shape) = nullptr;
  std::variant<PlainBuilder, PlanningBuilder> builder = {};
  std::vector<std::string> keys = {};  ///< that it uses, of those that not every schedule does
  /// Where messages travel whole, a turn is a message of one packet all the same.
  bool turns_of_one_packet = false;
  // What it needs of the network.
  unsigned least_switches = 1;  ///< that have ranks
  unsigned most_switches = 0;   ///< 0: any number
  bool equal_switches = false;  ///< all with as many ranks
  /// It puts the transfers of ExchangeShape::steps into steps, in this order.
  StepOrder step_order = nullptr;

  [[nodiscard]] bool has_plan() const { return std::holds_alternative<PlanningBuilder>(builder); }
  /// May have operations that take turns.
  [[nodiscard]] Schedule build(const ExchangeShape& shape) const {
    return has_plan() ? std::get<PlanningBuilder>(builder)(shape, nullptr)
                      : std::get<PlainBuilder>(builder)(shape);
  }
  [[nodiscard]] bool uses(const std::string& key) const;
  /// Whether it can be built for these switches.
  [[nodiscard]] bool fits(const ExchangeShape& shape) const;
  /// What fits() asks for, in words.
  [[nodiscard]] std::string needs() const;
};

const std::vector<ScheduleEntry>& schedules();
/// Those of them in steps.
std::vector<ScheduleEntry> stepped_schedules();

/// Whether it is one in steps; null: no.
inline bool in_steps(const ScheduleEntry* schedule) {
  return schedule != nullptr && schedule->step_order != nullptr;
}

/// Throws InputError where a schedule cannot be built for the switches of `shape`.
void check_switches(const ScheduleEntry& schedule, const ExchangeShape& shape);

}  // namespace xb
