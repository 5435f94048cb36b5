// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "host/nic.h"
#include "host/workload.h"

namespace xb {

/// Hosts that run a schedule through their NICs, one rank per port from port 0 on.
class ScheduleWorkload : public Workload {
 public:
  /// `frame_beats`: length of every packet on the link.
  ScheduleWorkload(Schedule schedule, const NicTiming& timing, unsigned frame_beats);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  void first_beats(PortMask outputs, std::uint64_t now) override;
  void delivered(const DeliveredPacket& packet) override;
  [[nodiscard]] bool finished() const override { return unfinished_ == 0; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override { return offered_packets_ * frame_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return offered_packets_; }
  [[nodiscard]] std::string who_waits() const override;

  /// Cycles from the first send (cycle 0) to the end of the last receive.
  [[nodiscard]] std::uint64_t completion_cycles() const;

 private:
  void advance(unsigned rank, std::uint64_t now);

  Schedule schedule_;
  NicTiming timing_;
  unsigned frame_beats_;
  std::vector<std::unique_ptr<Nic>> nics_;
  std::vector<std::uint64_t> receiver_free_at_;  // per rank: g_r after the last packet's first beat
  PortMask ready_;
  PortMask gap_ = 0;  // receivers that pause until receiver_free_at_
  std::uint64_t next_event_ = 0;
  PortMask sending_ = 0;  // ranks that have packets for their link
  std::size_t unfinished_ = 0;
  std::uint64_t offered_packets_ = 0;
};

}  // namespace xb
