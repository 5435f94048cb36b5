// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "host/point/choice.h"

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
  std::string step_time = "auto";    // as parse_time() reads it
  std::string step_search = "none";  // a way to look for a schedule's steps, instead of a run
  std::string time_limit = "10s";    // of that, CPU time, as parse_time() reads it
  std::string cluster = "ideal";
  Reliability reliability = Reliability::None;
  std::string timeout = "auto";        // as parse_time() reads it
  std::string ack_delay = "auto";      // likewise
  unsigned ack_beats = 8;              // a frame with nothing but an acknowledgement
  unsigned receive_window = 0;         // packets; 0: no limit
  unsigned send_window = 0;            // packets to one partner; 0: no limit
  unsigned initial_window = 0;         // packets to one partner, where slow start begins; 0: none
  std::string global_window = "none";  // packets to all partners, or auto
  std::string host_delay = "none";     // as parse_host_delay() reads it
  double start_skew = 0;               // of the predicted time
  std::string memory = "none";         // of a host, as parse_bytes() reads it
  std::string system_memory = "0B";    // likewise: not for blocks
  std::string paging = "none";         // as parse_pauses() reads it

  /// Only steps are searched for.
  [[nodiscard]] bool searches_steps() const { return step_search != "none"; }
  [[nodiscard]] bool go_back_n() const { return reliability == Reliability::GoBackN; }
};

}  // namespace xb
