// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "host/check/fifo_input_check.h"
#include "host/check/flag_check.h"
#include "host/check/handshake_monitor.h"
#include "host/check/queue_accounts.h"
#include "host/config/setup.h"

namespace xb {

/// The checks of every run besides those of the beats themselves (Receiver): handshake, flags, occupancy,
/// and, where it is known how the switch must behave in every cycle, that it does.
class SwitchChecks {
 public:
  /// `data_words` of a beat; 0: one word, the packet's header. `as_named`: the switch is the architecture
  /// that the configuration names.
  SwitchChecks(const Setup& setup, unsigned data_words, bool as_named);

  /// Looks at cycle `now`, before its beats are taken into account.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
             const Transmitter& transmitter, const Receiver& receiver, const Scoreboard& scoreboard) {
    handshake_.cycle(in, out, now);
    if (now >= next_look_ && queues_shown_) {
      queues_.look(out, now, transmitter, receiver, scoreboard);
      next_look_ = now + kLookCycles;
    }
    if (now >= watched_until_) return;
    if (fifo_input_)
      fifo_input_->cycle(in, out, now);
    else
      flags_.cycle(in, out, now, receiver, scoreboard);
  }
  /// The same beats moved in each of `cycles` further cycles as in the last.
  void skip(std::uint64_t cycles) {
    flags_.skip();
    if (fifo_input_) fifo_input_->skip(cycles);
  }

  [[nodiscard]] bool good() const {
    return handshake_.violation().empty() && flags_.violation().empty() && queues_.violation().empty() &&
           (!fifo_input_ || fifo_input_->violation().empty());
  }
  /// The violations found, one line each.
  [[nodiscard]] std::string violations() const {
    return handshake_.violation() + flags_.violation() + queues_.violation() +
           (fifo_input_ ? fifo_input_->violation() : "");
  }
  /// Packets that are missing at the end and not among what its queues have dropped: lines, empty if none.
  [[nodiscard]] std::string missing(const SwitchOutputs& out, const Scoreboard& scoreboard) const {
    return queues_shown_ ? queues_.missing(out, scoreboard) : "";
  }

 private:
  static constexpr std::uint64_t kLookCycles = 1024;  // between looks at all queues
  // An engine without payload is fast, and a model of the switch: what is looked at in every cycle is looked
  // at in so many.
  static constexpr std::uint64_t kWatchedCycles = 16384;

  HandshakeMonitor handshake_;
  FlagCheck flags_;
  QueueAccounts queues_;
  std::unique_ptr<FifoInputCheck> fifo_input_;  // knows more of the flags than flags_ does
  std::uint64_t next_look_ = 0, watched_until_;
  bool queues_shown_;
};

}  // namespace xb
