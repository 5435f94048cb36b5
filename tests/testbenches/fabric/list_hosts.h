// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "host/link/host_range.h"
#include "host/link/workload.h"
#include "tests/testbenches/fabric/naive_fabric.h"

namespace xb {

/// Hosts of one switch that send the packets of a list, each host its own in their order, and write down what
/// comes. The number of a packet in the list is its note.
class ListHosts : public Workload {
 public:
  ListHosts(const HostRange& range, const std::vector<naive::Packet>& packets,
            std::vector<naive::Delivery>& deliveries)
      : range_(range), packets_(packets), deliveries_(deliveries), queue_(range.count) {
    for (unsigned id = 0; id < packets.size(); ++id) {
      if (!range.has(packets[id].source)) continue;
      queue_[range.port(packets[id].source)].push_back(id);
      ++left_;
    }
  }

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override {
    for_each_port(transmitter.idle() & all_ports(range_.count), [&](unsigned port) {
      if (queue_[port].empty() || packets_[queue_[port].front()].at > now) return;
      const naive::Packet& packet = packets_[queue_[port].front()];
      transmitter.start(port, packet.destination, packet.beats, now, {queue_[port].front(), 0, 0, 0});
      queue_[port].pop_front();
      --left_;
    });
    return all_ports(range_.count);
  }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override {
    std::uint64_t next = kNever;
    for (unsigned port = 0; port < range_.count; ++port) {
      if (queue_[port].empty()) continue;
      const std::uint64_t at = packets_[queue_[port].front()].at;
      if (at > now)
        next = std::min(next, at);
      else if ((transmitter.idle() >> port & 1U) != 0)
        return now;
    }
    return next;
  }
  void delivered(const DeliveredPacket& packet) override {
    const unsigned id = packet.note.message;
    if (packets_[id].source != packet.source || packets_[id].destination != packet.destination) ++wrong;
    deliveries_[id] = {packet.first_in_cycle, packet.first_out_cycle, packet.last_out_cycle};
    ++came;
  }
  [[nodiscard]] bool finished() const override { return left_ == 0; }
  /// A packet that waits for its port waits for the network.
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override {
    std::uint64_t next = kNever;
    for (const auto& queue : queue_) {
      if (!queue.empty() && packets_[queue.front()].at > now)
        next = std::min(next, packets_[queue.front()].at);
    }
    return next;
  }
  [[nodiscard]] std::uint64_t offered_beats() const override { return 0; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return 0; }
  [[nodiscard]] std::string who_waits() const override { return {}; }

  unsigned came = 0, wrong = 0;

 private:
  HostRange range_;
  const std::vector<naive::Packet>& packets_;
  std::vector<naive::Delivery>& deliveries_;
  std::vector<std::deque<unsigned>> queue_;
  std::size_t left_ = 0;
};

}  // namespace xb
