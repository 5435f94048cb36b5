// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"

namespace xb {

enum class ScheduleFamily {
  CompleteExchange,  ///< a block of its own from every rank to every other one
  Broadcast          ///< one block of every rank to all others
};

/// A communication schedule that the hosts can run, built for any number of ranks.
struct ScheduleEntry {
  std::string name;
  ScheduleFamily family;
  std::string description;  ///< the program of a rank, in a line
  std::string paper;        ///< where it comes from
  std::string formula;      ///< completion time, in the terms of docs/hosts.md
  bool bound_only;          ///< the formula is a lower bound
  std::string stresses;     ///< what it shows of a switch
  /// Steps in which every rank sends at most one message (of a shuffle: rounds that wait for each other).
  unsigned (*steps)(const ExchangeShape& shape);
  std::string steps_text;  ///< the same in words
  /// May have operations that take turns.
  Schedule (*build)(const ExchangeShape& shape);
};

const std::vector<ScheduleEntry>& schedules();

/// The registered schedule of that name, or null.
const ScheduleEntry* find_schedule(const std::string& name);

/// Whether that is a GOAL file instead of a registered name.
bool is_goal_file(const std::string& schedule);

/// The schedule of that name for `shape`, or what a GOAL file says, of which only shape.ranks matters: the
/// ranks there can be. Throws InputError for a file that is wrong or has more ranks.
/// No operations take turns: each turn is one of its own.
Schedule make_schedule(const std::string& name, const ExchangeShape& shape);

/// The same in few operations, some of which may take turns: for hosts whose packets hold shape.packet_bytes.
Schedule make_short_schedule(const std::string& name, const ExchangeShape& shape);

}  // namespace xb
