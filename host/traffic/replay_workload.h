// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/link/host_range.h"
#include "host/link/link_rates.h"
#include "host/link/workload.h"
#include "host/traffic/receivers.h"
#include "host/traffic/replay.h"

namespace xb {

struct RunConfig;

/// Hosts of a switch that send the frames of a capture, each at its time or, if its link is busy then, behind
/// those before it; and receivers that may be slow. The note of a packet names its frame. With traffic
/// classes a link starts the first frame of the highest class of which one waits and which the switch is
/// ready for.
class ReplayWorkload : public Workload {
 public:
  /// `replay` outlives it. `cycles_per_beat`: of the hosts' cables, besides the switch's speed-up.
  ReplayWorkload(const Replay& replay, const RunConfig& config, const LinkRates& links,
                 const HostRange& hosts, std::uint64_t cycles_per_beat = 1);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  void classes_ready(const PortMask* ready) override { ready_ = ready; }
  [[nodiscard]] PortMask will_be_ready() const override { return receivers_.all(); }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override {
    return links_.may_send(now) & receivers_.all();
  }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  void delivered(const DeliveredPacket& /*packet*/) override {}
  /// All frames have begun.
  [[nodiscard]] bool finished() const override { return unfinished_ == 0; }
  void settle(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return offered_packets_; }
  [[nodiscard]] OfferedOfClass offered_of_class(unsigned of_class) const override {
    return classes_[of_class].offered;
  }
  [[nodiscard]] std::uint64_t missing_bytes() const override { return missing_bytes_; }
  [[nodiscard]] std::string who_waits() const override { return {}; }

 private:
  struct Source {
    const std::vector<ReplayedFrame>* frames;
    std::size_t arrived = 0, started = 0;
    std::size_t next[kMaxClasses] = {};  // frame that may be the first of the class to start
    std::size_t waiting[kMaxClasses] = {};
  };
  struct OfClass {
    PortMask backlogged = 0;
    OfferedOfClass offered;
  };

  void start(unsigned of_class, PortMask hosts, std::uint64_t now, Transmitter& transmitter);
  [[nodiscard]] PortMask backlogged() const;

  void take_arrivals(std::uint64_t now);
  void look_ahead();
  [[nodiscard]] std::uint64_t arrival_of_next(const Source& source) const {
    return source.arrived == source.frames->size() ? kNever
                                                   : (*source.frames)[source.arrived].at * unit_cycles_;
  }

  LinkRates links_;
  Receivers receivers_;
  std::uint64_t unit_cycles_;  // of the times in the replay
  std::vector<Source> sources_;
  std::vector<OfClass> classes_;
  const PortMask* ready_ = nullptr;  // per class, in this cycle; null: all may start
  PortMask unfinished_ = 0;
  std::uint64_t next_arrival_ = 0;
  LengthUnit lengths_;
  std::uint64_t offered_beats_ = 0, offered_packets_ = 0, missing_bytes_ = 0;
};

}  // namespace xb
