// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/link/receiver.h"
#include "host/link/scoreboard.h"
#include "host/link/workload.h"
#include "host/measure/port_observer.h"

namespace xb {

struct Setup;

/// Queues whose occupancy is measured: those of a device that shows them, or as its key `observe` has it.
unsigned measured_queues(const Setup& setup);

/// Input-cycles in which a device says of itself that an input is head-of-line blocked, and the like.
struct HolCount {
  std::uint64_t shown = 0;
  std::uint64_t differs = 0;  ///< in which only one of device and ports says so
  /// ... in which the packet that a host offers is, and one behind it at the host could go
  std::uint64_t at_hosts = 0;
};

/// Tells a PortObserver what moves at the ports of a switch. The key `observe` asks for it.
class ObservedPorts {
 public:
  /// `words`: of a beat.
  ObservedPorts(const Setup& setup, unsigned words);

  /// What the ports said before this cycle; of what a device shows itself, that.
  [[nodiscard]] const SwitchOutputs& shown() const { return own_ ? *own_ : observer_.shown(); }
  /// Takes what a device shows of itself in this cycle, if it does. It cannot hold more beats than went in
  /// and did not come out.
  void take_own(const SwitchOutputs& out, std::uint64_t now) {
    if (shows_hol_) count_hol(out);
    if (own_) compare_own(out, now);
  }
  /// Of the cycles before the last one.
  [[nodiscard]] const HolCount& hol_count() const { return hol_count_; }
  /// What is wrong with that, lines; empty: nothing.
  [[nodiscard]] const std::string& violation() const { return violation_; }
  /// Beats that are taken in this cycle, before the hosts move on to the next.
  void note(const SwitchInputs& in, PortMask accepted);
  /// What `hosts` cannot send for the packet at their head; after note(), before what comes out is in the
  /// receiver. `sending`: outputs in the middle of a packet.
  void count_at_hosts(const Workload& hosts, const SwitchInputs& in, const SwitchOutputs& out,
                      PortMask sending, std::uint64_t now);
  /// The end of cycle `now`, when what moved in it is in receiver and scoreboard. `ready`: receivers.
  void end_cycle(PortMask ready, PortMask delivered, const SwitchOutputs& out, std::uint64_t now,
                 const Receiver& receiver, const Scoreboard& scoreboard);

 private:
  void count_hol(const SwitchOutputs& out);
  void compare_own(const SwitchOutputs& out, std::uint64_t now);
  void enter(unsigned input, std::uint64_t now, const Scoreboard& scoreboard);

  const Setup& setup_;
  std::unique_ptr<SwitchOutputs> own_;  // null: a device shows nothing of itself
  PortObserver observer_;
  bool shows_hol_;
  PortMask hol_before_ = 0;  // what the device said in the cycle before
  HolCount hol_count_;
  std::string violation_;
  PortMask accepted_ = 0, first_ = 0, last_ = 0;
  std::uint8_t to_[kMaxPorts] = {}, of_class_[kMaxPorts] = {};
  std::vector<std::uint64_t> lost_;  // per flow of the scoreboard: packets that the observer knows of
};

}  // namespace xb
