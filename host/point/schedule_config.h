// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "host/base/units.h"
#include "host/nic/host_delay.h"
#include "host/point/choice.h"
#include "host/point/given.h"

namespace xb {

/// Values of ScheduleConfig::step_search that name no way to search for steps: only the congestion graph of
/// the transfers, and what the paper's recursion costs until it has all their full teams.
constexpr const char* kSearchGraph = "graph";
constexpr const char* kSearchCategories = "categories";

/// What a rank waits for before it begins with its next transfers.
enum class StepEnd : std::uint8_t {
  Order,    ///< nothing: a send follows the one before, a receive the one before
  Counts,   ///< all packets that it has to send and to receive in the step before
  Barrier,  ///< that all ranks have theirs: a dissemination barrier (Hensgen, Finkel & Manber 1988)
  Time      ///< its own clock: a step begins so long after the one before
};
constexpr auto words(StepEnd) { return std::array{"order", "counts", "barrier", "time"}; }

/// Recovery of packets that the switch loses.
enum class Reliability : std::uint8_t { None, GoBackN };
constexpr auto words(Reliability) { return std::array{"none", "go-back-n"}; }

/// The program that the hosts of a point run, and the hosts.
struct ScheduleConfig {
  std::string schedule;  // empty: stochastic traffic
  std::uint32_t packets_per_message = 64;
  unsigned group_size = 5;
  double message_spread = 0;      // of the blocks of a complete exchange: lengths in 1 +- so much
  std::string transfers = "all";  // of a schedule in steps, or as transfers_among() reads it
  StepEnd step_end = StepEnd::Order;
  Given<parse_time, kWordAuto> step_time = kWordAuto;
  std::string step_search = kWordNone;       // a way to look for a schedule's steps, instead of a run
  Given<parse_duration> time_limit = "10s";  // of that, CPU time
  std::string cluster = "ideal";
  Reliability reliability = Reliability::None;
  Given<parse_time, kWordAuto> timeout = kWordAuto, ack_delay = kWordAuto;
  unsigned ack_beats = 8;                     // a frame with nothing but an acknowledgement
  unsigned receive_window = 0;                // packets; 0: no limit
  unsigned send_window = 0;                   // packets to one partner; 0: no limit
  unsigned initial_window = 0;                // packets to one partner, where slow start begins; 0: none
  std::optional<unsigned> global_window = 0;  // packets to all partners; 0: no limit, empty: worked out
  Given<parse_host_delay, kWordNone> host_delay = kWordNone;
  double start_skew = 0;                             // of the predicted time
  Given<parse_bytes, kWordNone> memory = kWordNone;  // of a host
  Given<parse_bytes> system_memory = "0B";           // of that, not for blocks
  Given<parse_pauses, kWordNone> paging = kWordNone;

  /// Only steps are searched for.
  [[nodiscard]] bool searches_steps() const { return step_search != kWordNone; }
  [[nodiscard]] bool go_back_n() const { return reliability == Reliability::GoBackN; }
};

}  // namespace xb
