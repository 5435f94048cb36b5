// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/nic/host_counters.h"
#include "host/nic/message_table.h"
#include "host/nic/nic_settings.h"
#include "host/schedule/schedule.h"

namespace xb {

class ScheduleWorkload;

/// What all hosts of a run share that execute one schedule, on whatever switches they are: the programs and
/// the messages. The hosts of each switch are a ScheduleWorkload of it.
class ScheduleJob {
 public:
  /// `starts`: the cycle in which each rank's program starts; empty: 0 for all. Throws InputError where the
  /// schedule asks for what is not there.
  ScheduleJob(Schedule schedule, const NicSettings& settings, std::vector<std::uint64_t> starts = {});
  ScheduleJob(const ScheduleJob&) = delete;
  ScheduleJob& operator=(const ScheduleJob&) = delete;
  ~ScheduleJob() = default;

  [[nodiscard]] unsigned ranks() const { return static_cast<unsigned>(schedule_.ranks.size()); }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const NicSettings& settings() const { return settings_; }
  MessageTable& messages() { return messages_; }
  [[nodiscard]] std::uint64_t start_of(unsigned rank) const { return starts_.empty() ? 0 : starts_[rank]; }

  /// Packets of the schedule's messages, however often they are retransmitted.
  [[nodiscard]] std::uint64_t packets() const { return messages_.packets(); }
  /// User data of all messages.
  [[nodiscard]] std::uint64_t bytes() const { return messages_.bytes(); }
  /// Throws RunError unless every packet of every message has come to its process.
  void check_all_arrived() const { messages_.check_all_arrived(schedule_); }

  // Of the hosts of all workloads that there are.
  /// Every rank has done its program.
  [[nodiscard]] bool finished() const;
  /// Cycles from the first send (cycle 0) to the end of the last receive.
  [[nodiscard]] std::uint64_t completion_cycles() const;
  [[nodiscard]] HostCounters counters() const;
  [[nodiscard]] std::string who_waits() const;
  /// Throws RunError if at `now`, which no switch has yet to reach, packets have been sent over and over
  /// again for long, and no rank gets on with anything. A workload with all ranks calls it by itself.
  void check_progress(std::uint64_t now) const;

 private:
  friend class ScheduleWorkload;

  Schedule schedule_;
  NicSettings settings_;
  MessageTable messages_;
  std::vector<std::uint64_t> starts_;
  std::vector<const ScheduleWorkload*> workloads_;
};

}  // namespace xb
