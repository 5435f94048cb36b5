// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <string>
#include <vector>

#include "host/link/host_range.h"
#include "host/link/workload.h"
#include "host/nic/nic.h"
#include "host/nic/notice_sink.h"
#include "host/nic/schedule_job.h"

namespace xb {

/// The hosts of one switch that run a schedule through their NICs. Packets go from rank to rank; ports are
/// those of this switch. It knows nothing of other switches' hosts, and their time may be another.
class ScheduleWorkload : public Workload {
 public:
  /// The job outlives it. Ranks of `hosts` that the schedule has not do nothing. `notices`: for hosts of
  /// other switches; null: there are none. `cable_latency`: of these hosts' cables, besides the cluster's
  /// links [cycles].
  ScheduleWorkload(ScheduleJob& job, const HostRange& hosts, NoticeSink* notices = nullptr,
                   std::uint64_t cable_latency = 0);
  ~ScheduleWorkload() override;

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  /// Source and destination of the packet are ranks; the destination is one of these hosts.
  void delivered(const DeliveredPacket& packet) override;
  /// What a NoticeSink has got for the rank `source`, one of these hosts, which knows it in cycle `at`: not
  /// yet begun. The order of calls makes no difference: notices count packets, and all of a cycle count
  /// before any host acts in it.
  void notice(unsigned source, unsigned destination, std::uint64_t at);
  [[nodiscard]] bool finished() const override { return unfinished_ == 0; }
  void stop() override { stopped_ = true; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return offered_packets_; }
  [[nodiscard]] std::uint64_t missing_bytes() const override { return missing_bytes_; }
  bool watch_queues() override { return true; }
  [[nodiscard]] PortMask outputs_behind(unsigned port, unsigned of_class, std::uint64_t now) const override;
  [[nodiscard]] std::string who_waits() const override;

  [[nodiscard]] const std::vector<Nic>& nics() const { return nics_; }

 private:
  struct Notice {
    std::uint64_t at;
    unsigned port, destination;
    bool operator<(const Notice& other) const { return at > other.at; }  // the first is the greatest
  };

  void advance(unsigned port, std::uint64_t now);
  void advance_and_watch(unsigned port, std::uint64_t now);
  void send(unsigned port, std::uint64_t now, Transmitter& transmitter);
  void send_at_once(PortMask ports, std::uint64_t now, Transmitter& transmitter);
  void count_offered(const Nic::Outgoing& packet, std::uint64_t now) {
    if (packet.note.message != PacketNote::kNoMessage) job_.messages().offered(packet.note.message, now);
    ++offered_packets_;
    offered_beats_ += settings_.sizes.unit.beats_of(packet.length);
    if (settings_.sizes.unit.in_bytes()) missing_bytes_ += settings_.sizes.unit.missing_bytes(packet.length);
  }
  void look_at_end(unsigned port) {
    if (nics_[port].finished()) unfinished_ &= ~bit(port);
  }
  void look_at_receiver(const DeliveredPacket& packet);
  void update_ready(unsigned port, std::uint64_t now);
  void left_network(unsigned port, unsigned destination, std::uint64_t now);
  void take_notices(std::uint64_t now);

  ScheduleJob& job_;
  HostRange hosts_;
  NoticeSink* sink_;
  NicSettings settings_;
  bool windows_;                                 // without acknowledgements
  bool always_ready_;                            // receivers, whatever comes
  std::vector<Nic> nics_;                        // per port
  std::vector<std::uint64_t> event_at_;          // per port: next_event(), side by side
  std::vector<std::uint64_t> receiver_free_at_;  // per port: g_r after the last packet's first beat
  std::priority_queue<Notice> notices_;
  PortMask all_ = 0;
  PortMask ready_;
  PortMask gap_ = 0;   // receivers that pause until receiver_free_at_
  PortMask full_ = 0;  // receivers whose window is full
  std::uint64_t next_event_ = 0;
  std::uint64_t begun_ = 0;  // cycles up to here have begun
  PortMask sending_ = 0;     // ports that have packets for their link
  PortMask unfinished_ = 0;
  PortMask prompt_ = 0;  // hosts for which nothing takes time
  bool stopped_ = false;
  std::uint64_t offered_packets_ = 0, offered_beats_ = 0, missing_bytes_ = 0;
};

}  // namespace xb
