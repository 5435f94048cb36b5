// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "host/link/workload.h"
#include "host/nic/nic.h"

namespace xb {

/// Hosts that run a schedule through their NICs, one rank per port from port 0 on.
class ScheduleWorkload : public Workload {
 public:
  /// `starts`: the cycle in which each rank's program starts; empty: 0 for all. Throws InputError where the
  /// schedule asks for what is not there.
  ScheduleWorkload(Schedule schedule, const NicSettings& settings,
                   const std::vector<std::uint64_t>& starts = {});

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  void delivered(const DeliveredPacket& packet) override;
  [[nodiscard]] bool finished() const override { return unfinished_ == 0; }
  void stop() override { stopped_ = true; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return offered_packets_; }
  [[nodiscard]] std::string who_waits() const override;

  /// Cycles from the first send (cycle 0) to the end of the last receive.
  [[nodiscard]] std::uint64_t completion_cycles() const;
  /// Packets of the schedule's messages, whatever goes again.
  [[nodiscard]] std::uint64_t packets() const { return messages_.packets(); }
  /// User data of all messages.
  [[nodiscard]] std::uint64_t bytes() const { return messages_.bytes(); }
  [[nodiscard]] HostCounters counters() const;
  /// Throws RunError unless every packet of every message has come to its process.
  void check_all_arrived() const { messages_.check_all_arrived(schedule_); }

 private:
  void advance(unsigned rank, std::uint64_t now);
  void send(unsigned rank, std::uint64_t now, Transmitter& transmitter);
  void update_ready(unsigned port, std::uint64_t now);
  void check_progress(std::uint64_t now) const;

  Schedule schedule_;
  NicSettings settings_;
  MessageTable messages_;
  std::vector<Nic> nics_;
  std::vector<std::uint64_t> event_at_;          // per rank: next_event(), side by side
  std::vector<std::uint64_t> receiver_free_at_;  // per rank: g_r after the last packet's first beat
  PortMask ready_;
  PortMask gap_ = 0;   // receivers that pause until receiver_free_at_
  PortMask full_ = 0;  // receivers whose window is full
  std::uint64_t next_event_ = 0;
  PortMask sending_ = 0;  // ranks that have packets for their link
  std::size_t unfinished_ = 0;
  bool stopped_ = false;
  std::uint64_t offered_packets_ = 0, offered_beats_ = 0;
};

}  // namespace xb
