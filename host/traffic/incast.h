// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/base/random.h"
#include "host/link/host_list.h"

namespace xb {

struct TrafficConfig;

/// Bursts of many hosts to one: every `period` cycles, from cycle 0 on, one host that takes part is drawn, or
/// it is the `victim`, and `fan-in` others, of the `senders`, begin to send to it, each in a cycle drawn from
/// the `jitter` next ones. All switches of a network draw the same.
class Incast {
 public:
  Incast(const TrafficConfig& config, std::uint64_t seed, const HostList& taking_part);

  struct Start {
    std::uint64_t cycle;
    unsigned source, destination;
  };
  /// The sender that begins next, of all bursts: cycles never go back.
  [[nodiscard]] const Start& next() const { return burst_[taken_]; }
  void take() {
    if (++taken_ == burst_.size()) draw();
  }

 private:
  void draw();

  std::uint64_t period_, begin_ = 0;
  std::uint32_t jitter_;
  std::size_t fan_in_;
  HostList hosts_;
  std::vector<unsigned> senders_;  // positions
  std::optional<unsigned> victim_;
  RandomStream stream_;
  std::vector<Start> burst_;
  std::size_t taken_ = 0;
};

/// Throws InputError where hosts of the bursts take no part, or are too few. `hosts`: what messages call
/// them.
void check_incast(const TrafficConfig& config, const HostList& taking_part, const char* hosts);

}  // namespace xb
