// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/check/queue_place.h"
#include "host/link/receiver.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"
#include "host/link/transmitter.h"

namespace xb {

/// Checks what the switch says of its queues, each by itself, against what went in and came out: packets held
/// and dropped are the packets accepted and not delivered, and so are the beats. A look costs what the queues
/// are; it is taken now and then.
class QueueAccounts {
 public:
  /// `drops`: the switch may discard packets. That it has shows in its counters, for a queue at an input at
  /// the packet's last beat. `evicted_beats`: so many at most does a queue still hold of packets that it is
  /// evicting, while later ones may have come out.
  QueueAccounts(unsigned ports, QueuePlace place, bool drops, std::uint64_t evicted_beats = 0);

  /// Compares what the switch shows in cycle `now` with what moved before it.
  void look(const SwitchOutputs& out, std::uint64_t now, const Transmitter& transmitter,
            const Receiver& receiver, const Scoreboard& scoreboard);
  /// The run is over: every packet that is missing must be among the drops of its queue. Lines, empty if so.
  [[nodiscard]] std::string missing(const SwitchOutputs& out, const Scoreboard& scoreboard) const;

  /// First violation, one line; empty when all is well.
  [[nodiscard]] const std::string& violation() const { return violation_; }

 private:
  [[nodiscard]] unsigned queue(unsigned input, unsigned output) const {
    return queue_of(place_, ports_, input, output);
  }
  void check(unsigned queue, const SwitchOutputs& out, std::uint64_t now);
  /// Packets that a queue reports as dropped since the first look; the counter may go round.
  [[nodiscard]] std::uint32_t drops(unsigned queue, const SwitchOutputs& out) const {
    return out.drop_full[queue] - first_full_[queue];
  }

  /// What a queue must hold, by its ports.
  struct Account {
    std::uint64_t packets = 0, beats = 0, lost = 0;
    unsigned entering = 0;  // packets of which only some beats have come in
  };
  unsigned ports_;
  QueuePlace place_;
  bool drops_;
  std::uint64_t evicted_beats_;
  std::vector<Account> accounts_;
  // What the counters of drops began with, per queue and, of those misrouted, per input: filled by the first
  // look.
  std::vector<std::uint32_t> first_full_, first_misrouted_;
  std::string violation_;
};

}  // namespace xb
