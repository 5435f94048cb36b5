// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/random.h"
#include "host/run_config.h"
#include "host/workload.h"

namespace xb {

/// Stochastic sources, one per input, and receivers that may stall at random.
///
/// Packets of one length are the literature's cells: time is cut into slots of that length, alike on all
/// ports, and a slot brings a cell with probability `load`. Packets of length A..B come one at a time with
/// geometric gaps such that the mean load is `load`. Sources are open: what the switch does not take waits at
/// the host, in order, without limit.
class TrafficWorkload : public Workload {
 public:
  explicit TrafficWorkload(const RunConfig& config);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  void delivered(const DeliveredPacket& /*packet*/) override {}
  [[nodiscard]] bool finished() const override { return stopped_; }
  void stop() override { stopped_ = true; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return offered_packets_; }
  [[nodiscard]] std::string who_waits() const override { return {}; }

 private:
  enum class Pattern { Uniform, Permutation, OneHot };
  struct Source {
    RandomStream arrivals;
    RandomStream destinations;
    RandomStream arriving_lengths;  // the same numbers as starting_lengths, read when a packet arrives
    RandomStream starting_lengths;  // ... and when it starts, so that a backlog needs no memory
    RandomStream stalls;
    std::uint64_t backlog = 0;       // packets that wait at the host
    std::uint64_t line_free_at = 0;  // mixed lengths: the virtual line carries a packet until then
  };

  void arrivals(std::uint64_t now);
  void arrive(Source& source, unsigned length_beats);
  unsigned draw_length(RandomStream& stream) const;
  unsigned draw_destination(Source& source, unsigned input) const;

  unsigned ports_;
  Pattern pattern_;
  unsigned length_min_, length_max_;
  std::uint64_t arrival_threshold_ = 0;  // per slot, or per idle cycle with mixed lengths
  std::uint64_t stall_threshold_ = 0;
  std::vector<Source> sources_;
  PortMask backlogged_ = 0;
  std::uint64_t offered_beats_ = 0;
  std::uint64_t offered_packets_ = 0;
  std::uint64_t next_slot_ = 0;
  bool stopped_ = false;
};

}  // namespace xb
