// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "host/random.h"
#include "host/units.h"

namespace xb {

/// What takes a host's processor at random, besides its program.
struct HostDelay {
  Seconds mean;            ///< exponential time before each packet that the process sends; 0: none
  Seconds period, length;  ///< a daemon that takes processor 0 once a period, from a random phase on; 0: none
};

/// Reads `none`, `exponential:MEAN` or `daemon:PERIOD:LENGTH`; nothing if it is none of these, or a daemon
/// leaves no time between.
std::optional<HostDelay> parse_host_delay(std::string_view text);

/// A host's delays in cycles, drawn from its own streams.
class DelaySource {
 public:
  DelaySource() = default;
  DelaySource(const HostDelay& delay, Seconds clock_period, std::uint64_t seed, unsigned rank);

  /// Before a packet is sent.
  std::uint64_t before_send() { return mean_cycles_ == 0 ? 0 : draw(); }
  /// The processor has been free since `free_at` and something wants it at `now` >= free_at: when the daemon,
  /// which has run since then whenever it was due, lets go of it. `now` or earlier if it does not have it.
  std::uint64_t daemon_until(std::uint64_t free_at, std::uint64_t now) {
    if (period_cycles_ == 0) return free_at;
    for (;;) {
      const std::uint64_t begins = daemon_at_ > free_at ? daemon_at_ : free_at;
      if (begins > now) return free_at;
      free_at = begins + length_cycles_;
      daemon_at_ += period_cycles_;
    }
  }

 private:
  std::uint64_t draw();

  double mean_cycles_ = 0;
  RandomStream sends_;
  std::uint64_t period_cycles_ = 0, length_cycles_ = 0;
  std::uint64_t daemon_at_ = 0;
};

}  // namespace xb
