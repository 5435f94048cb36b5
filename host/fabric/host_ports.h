// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/transmitter.h"
#include "host/link/workload.h"

namespace xb {

/// The hosts at one switch of a network. They are asked again only when they may do something else than they
/// did when they were asked last.
class HostPorts {
 public:
  /// `workload`: of all hosts of the switch. Their cables move a beat in cycles that are multiples of
  /// `period`.
  HostPorts(Workload& workload, PortMask ports, std::uint64_t period)
      : workload_(workload), hears_(workload.hears()), ports_(ports), period_(period) {}

  [[nodiscard]] PortMask ports() const { return ports_; }
  /// Their cables are slower than the switch.
  [[nodiscard]] bool slow() const { return period_ > 1; }
  [[nodiscard]] std::uint64_t period() const { return period_; }
  [[nodiscard]] bool hears() const { return hears_; }

  /// Those that take a beat in cycle `now`.
  PortMask ready(std::uint64_t now, Transmitter& transmitter) {
    if (!as_before(now, transmitter)) ask(now, transmitter);
    return pause(now) ? 0 : last_.ready;
  }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const { return pause(now) ? 0 : last_.may_send; }
  /// Until when they do the same, as Workload says.
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
    return as_before(now, transmitter) ? last_.quiet_until : workload_.quiet_until(now, transmitter);
  }
  /// They may do something else than they said: others have told them something.
  void changed() { last_.quiet_until = 0; }

 private:
  /// Cycle in which their cables move nothing.
  [[nodiscard]] bool pause(std::uint64_t now) const { return period_ > 1 && now % period_ != 0; }
  [[nodiscard]] bool as_before(std::uint64_t now, const Transmitter& transmitter) const {
    return now < last_.quiet_until && (transmitter.idle() & ports_) == last_.idle;
  }
  // Not inline: most cycles do without.
  [[gnu::noinline]] void ask(std::uint64_t now, Transmitter& transmitter) {
    last_.ready = workload_.before_cycle(now, transmitter) & ports_;
    last_.may_send = workload_.may_send(now) & ports_;
    last_.idle = transmitter.idle() & ports_;
    last_.quiet_until = workload_.quiet_until(now + 1, transmitter);
  }

  /// The same before cycle `quiet_until`, as long as just these of their links are idle.
  struct Answer {
    PortMask ready = 0, may_send = 0, idle = 0;
    std::uint64_t quiet_until = 0;
  };

  Workload& workload_;
  bool hears_;
  PortMask ports_;
  std::uint64_t period_;
  Answer last_;
};

}  // namespace xb
