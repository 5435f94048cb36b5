// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/base/random.h"
#include "host/link/host_list.h"

namespace xb {

struct RunConfig;

/// Bursts of many hosts to one: every `period` cycles, from cycle 0 on, one host that takes part is drawn,
/// and `fan-in` others begin to send to it, each in a cycle drawn from the `jitter` next ones. All switches
/// of a network draw the same.
class Incast {
 public:
  Incast(const RunConfig& config, const HostList& taking_part);

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
  unsigned fan_in_;
  HostList hosts_;
  RandomStream stream_;
  std::vector<Start> burst_;
  std::size_t taken_ = 0;
};

/// Senders of a burst: `fan-in`, or all of so many hosts but one.
unsigned incast_senders(const RunConfig& config, unsigned hosts);

}  // namespace xb
