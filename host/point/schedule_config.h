// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "host/base/units.h"
#include "host/exchange/schedule_names.h"
#include "host/exchange/step_end.h"
#include "host/liquid/transfer_list.h"
#include "host/nic/built_in_clusters.h"
#include "host/nic/host_delay.h"
#include "host/point/choice.h"
#include "host/point/given.h"
#include "host/step_methods/step_methods.h"

namespace xb {

/// Recovery of packets that the switch loses.
enum class Reliability : std::uint8_t { None, GoBackN };
constexpr auto words(Reliability /*unused*/) { return std::array{"none", "go-back-n"}; }

/// What a congestion window does where packets come marked.
enum class Reaction : std::uint8_t { None, Dctcp };
constexpr auto words(Reaction /*unused*/) { return std::array{"none", "dctcp"}; }

/// The program that the hosts of a point run, and the hosts.
struct ScheduleConfig {
  Given<find_schedule, kWordEmpty, kGoalFile> schedule = kWordEmpty;  // without: stochastic traffic
  std::uint32_t packets_per_message = 64;
  unsigned group_size = 5;
  // Of a layer with a mixture of experts, whose tokens are the blocks of a complete exchange (ExpertGate).
  unsigned experts = 0;       // 0: none
  unsigned top_k = 2;         // experts of a token
  double gate_skew = 0;       // Zipf's exponent
  double message_spread = 0;  // of the blocks of a complete exchange: lengths in 1 +- so much
  Given<parse_transfers, kWordAll, kCsvFile> transfers = kWordAll;  // of a schedule in steps
  StepEnd step_end = StepEnd::Order;
  Given<parse_time, kWordAuto> step_time = kWordAuto;
  Given<parse_step_search, kWordNone> step_search = kWordNone;  // of a schedule, instead of a run
  Given<parse_duration> time_limit = "10s";                     // of that, CPU time
  Given<find_cluster, nullptr, kTomlFile> cluster = "ideal";
  Reliability reliability = Reliability::None;
  Given<parse_time, kWordAuto> timeout = kWordAuto, ack_delay = kWordAuto;
  unsigned ack_beats = 8;                     // a frame with nothing but an acknowledgement
  unsigned receive_window = 0;                // packets; 0: no limit
  unsigned send_window = 0;                   // packets to one partner; 0: no limit
  unsigned initial_window = 0;                // packets to one partner, where slow start begins; 0: none
  Reaction reaction = Reaction::None;         // of such a window to marked packets
  double dctcp_gain = 0.0625;                 // g: weight of a round trip's share of marked packets
  std::optional<unsigned> global_window = 0;  // packets to all partners; 0: no limit, empty: worked out
  Given<parse_host_delay, kWordNone> host_delay = kWordNone;
  double start_skew = 0;                             // of the predicted time
  Given<parse_bytes, kWordNone> memory = kWordNone;  // of a host
  Given<parse_bytes> system_memory = "0B";           // of that, not for blocks
  Given<parse_pauses, kWordNone> paging = kWordNone;

  /// Only steps are searched for.
  [[nodiscard]] bool searches_steps() const { return bool(step_search); }
  [[nodiscard]] bool go_back_n() const { return reliability == Reliability::GoBackN; }
};

}  // namespace xb
