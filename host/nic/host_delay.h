// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "host/base/random.h"
#include "host/base/units.h"

namespace xb {

/// What takes a processor once a period, from a random phase on; 0: nothing does.
struct Pauses {
  Seconds period, length;
};

/// What takes a host's processor at random, besides its program.
struct HostDelay {
  Seconds mean;   ///< exponential time before each packet that the process sends; 0: none
  Pauses daemon;  ///< of processor 0
};

/// Reads `PERIOD:LENGTH`; nothing if it is not that, or leaves no time between.
std::optional<Pauses> parse_pauses(std::string_view text);

/// Reads `exponential:MEAN` or `daemon:PERIOD:LENGTH`; nothing if it is neither, or a daemon leaves no time
/// between.
std::optional<HostDelay> parse_host_delay(std::string_view text);

/// A host's delays in cycles, drawn from its own streams.
class DelaySource {
 public:
  DelaySource() = default;
  /// `paging`: of processor 0, besides the daemon.
  DelaySource(const HostDelay& delay, Seconds clock_period, std::uint64_t seed, unsigned rank,
              const Pauses& paging = {});

  /// Anything takes time, ever.
  [[nodiscard]] bool any() const {
    return mean_cycles_ != 0 || (daemon_.due & paging_.due) != ~std::uint64_t{0};
  }
  /// Before a packet is sent.
  std::uint64_t before_send() { return mean_cycles_ == 0 ? 0 : draw(); }
  /// Processor 0 has been free since `free_at` and something wants it at `now` >= free_at: when daemon and
  /// paging, which have had it since then whenever they were due, let go of it. `now` or earlier if neither
  /// has it.
  std::uint64_t taken_until(std::uint64_t free_at, std::uint64_t now) {
    if (daemon_.due > now && paging_.due > now) return free_at;
    for (;;) {
      Taker& next = paging_.due < daemon_.due ? paging_ : daemon_;
      const std::uint64_t begins = next.due > free_at ? next.due : free_at;
      if (begins > now) return free_at;
      free_at = begins + next.length;
      next.due += next.period;
    }
  }

 private:
  /// Times in cycles.
  struct Taker {
    Taker() = default;
    Taker(const Pauses& pauses, Seconds clock_period, RandomStream phase);
    std::uint64_t due = ~std::uint64_t{0};  ///< never
    std::uint64_t period = 0, length = 0;
  };

  std::uint64_t draw();

  double mean_cycles_ = 0;
  RandomStream sends_;
  Taker daemon_, paging_;
};

}  // namespace xb
