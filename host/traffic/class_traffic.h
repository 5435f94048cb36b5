// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "host/base/random.h"
#include "host/link/host_list.h"
#include "host/link/link_rates.h"
#include "host/link/packet_lengths.h"
#include "host/link/workload.h"
#include "host/point/class_values.h"
#include "host/traffic/arrivals.h"
#include "host/traffic/destinations.h"
#include "host/traffic/receivers.h"

namespace xb {

struct RunConfig;

/// Stochastic sources of packets of several classes, one per host of a switch. Each host has a queue for each
/// class, and its link starts a packet of the highest class of which one waits and which the switch is ready
/// for; a packet is not interrupted.
///
/// Packets of one length that come one by one arrive as those of TrafficWorkload, and each is of a class
/// drawn by `class-mix`. A class with a load, a length or a pattern of its own is a source by itself, as is
/// each where lengths are mixed or packets come in bursts.
class ClassTraffic : public Workload {
 public:
  /// `cycles_per_beat`: of the hosts' cables, besides the switch's speed-up.
  ClassTraffic(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
               const HostList& taking_part, unsigned cycles_per_beat = 1);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  void classes_ready(const PortMask* ready) override { ready_ = ready; }
  [[nodiscard]] PortMask will_be_ready() const override { return receivers_.all(); }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override {
    return links_.may_send(now) & receivers_.all();
  }
  void delivered(const DeliveredPacket& /*packet*/) override {}
  [[nodiscard]] bool hears() const override { return false; }
  [[nodiscard]] bool finished() const override { return stopped_; }
  void stop() override { stopped_ = true; }
  void settle(std::uint64_t now) override {
    if (!stopped_ && now > 0) take_arrivals(now - 1);
  }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override;
  [[nodiscard]] std::uint64_t offered_packets() const override;
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const override;
  [[nodiscard]] OfferedOfClass offered_of_class(unsigned of_class) const override;
  bool watch_queues() override;
  [[nodiscard]] PortMask outputs_behind(unsigned port, unsigned of_class,
                                        std::uint64_t /*now*/) const override {
    return classes_[of_class].waiting[port].wanted();
  }
  [[nodiscard]] std::uint64_t missing_bytes() const override;
  [[nodiscard]] std::string who_waits() const override { return {}; }

 private:
  /// What arrives at the hosts together: the packets of one class, or of several, which are drawn.
  struct Stream {
    Arrivals arrivals;
    std::vector<unsigned> classes;
    std::vector<std::uint64_t> bounds;  // P(one of the first classes), as RandomStream::threshold() has it
    std::vector<RandomStream> draws;    // per host
    ClassCycles cycles{0, kNever};      // in which they arrive; the arrivals' own time begins with them
  };
  /// A class at a host.
  struct Queue {
    Destinations destinations;
    RandomStream lengths;  // the numbers that arrivals have had, so that a backlog needs no memory
    std::uint64_t backlog = 0, offered = 0;
  };
  struct OfClass {
    PacketLengths lengths;
    std::vector<Queue> queues;            // per host
    std::vector<WaitingPackets> waiting;  // per host; empty: nobody asks
    PortMask backlogged = 0;
    std::size_t stream = 0;
  };

  void add_class(const RunConfig& config, const HostList& taking_part);
  void take_arrivals(std::uint64_t now);
  void arrive(Stream& stream, unsigned port, std::uint64_t packets);
  void start(unsigned of_class, PortMask hosts, std::uint64_t now, Transmitter& transmitter);

  HostRange hosts_;
  LengthUnit unit_;
  LinkRates links_;
  Receivers receivers_;
  std::vector<Stream> streams_;
  std::vector<OfClass> classes_;
  const PortMask* ready_ = nullptr;  // per class, in this cycle; null: not known, and all may start
  bool stopped_ = false;
};

/// The point of the packets of one class as a point by itself: its share of the load, its pattern and
/// lengths.
RunConfig config_of_class(const RunConfig& config, unsigned of_class);
/// Whether a class is a source by itself.
bool is_own_source(const RunConfig& config, unsigned of_class);

}  // namespace xb
