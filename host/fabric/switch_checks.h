// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/check/fifo_input_check.h"
#include "host/check/flag_check.h"
#include "host/check/port_rules.h"
#include "host/check/queue_accounts.h"
#include "host/link/rule_violation.h"

namespace xb {

struct Device;
struct Setup;

/// The checks of every run besides those of the beats themselves (Receiver): handshake, flags, occupancy,
/// and, where it is known how the switch must behave in every cycle, that it does.
class SwitchChecks {
 public:
  /// `data_words` of a beat; 0: one word, the packet's header. `as_named`: the switch is the architecture
  /// that the configuration names.
  SwitchChecks(const Setup& setup, unsigned data_words, bool as_named);

  /// Looks at cycle `now`, before its beats are taken into account. In `out`, flags that the switch does not
  /// show become those that it would.
  void cycle(const SwitchInputs& in, SwitchOutputs& out, std::uint64_t now, bool flags_shown,
             const Transmitter& transmitter, const Receiver& receiver, const Scoreboard& scoreboard) {
    handshake_.cycle(in, out, now);
    idle_.cycle(in, out, now, scoreboard);
    if (progress_) watch_progress(in, out, now, scoreboard);
    if (now >= next_look_ && queues_shown_) {
      queues_.look(out, now, transmitter, receiver, scoreboard);
      next_look_ = now + kLookCycles;
    }
    if (now >= watched_until_) return;
    if (fifo_input_)
      fifo_input_->cycle(in, out, now, flags_shown);
    else
      flags_.cycle(in, out, now, receiver, scoreboard);
  }
  /// It is one of the switches of a network, which is so large.
  void share_watch(std::uint64_t switches) {
    if (watched_until_ == kWatchedCycles)
      watched_until_ = std::clamp(kWatchedOfAll / switches, kLeastWatched, kWatchedCycles);
  }
  /// Beats that these outputs offered in the last cycle may be withdrawn.
  void may_withdraw(PortMask outputs) { handshake_.may_withdraw(outputs); }
  /// Beats came out in cycle `now`, which the receiver has found good.
  void delivered(PortMask outputs, const SwitchOutputs& out, std::uint64_t now, const Receiver& receiver) {
    if (!progress_) return;
    for_each_port(outputs, [&](unsigned port) {
      progress_->leaves(port, receiver.packet(port).source, (out.m_tlast >> port & 1U) != 0, now);
    });
  }
  /// The same beats moved in each of `cycles` further cycles, from `now` on, as in the last.
  void skip(std::uint64_t now, std::uint64_t cycles) {
    if (now >= watched_until_) return;
    flags_.skip();
    if (fifo_input_) fifo_input_->skip(cycles);
  }

  [[nodiscard]] bool good() const {
    return !handshake_.violation() && !idle_.violation() && flags_.violation().empty() &&
           queues_.violation().empty() && (!fifo_input_ || fifo_input_->violation().empty()) &&
           (!progress_ || !progress_->violation());
  }
  /// What to look at where a user's switch has never been ready, or its hosts never wait and it breaks such a
  /// rule, a line; empty: nothing.
  [[nodiscard]] std::string hint(const std::vector<RuleViolation>& received) const;
  /// The violations found, one line each.
  [[nodiscard]] std::string violations() const;
  /// Packets that are missing at the end and not among what its queues have dropped: lines, empty if none.
  [[nodiscard]] std::string missing(const SwitchOutputs& out, const Scoreboard& scoreboard) const {
    return queues_shown_ ? queues_.missing(out, scoreboard) : "";
  }

 private:
  static constexpr std::uint64_t kLookCycles = 1024;  // between looks at all queues
  // An engine without payload is fast, and a model of the switch: what is looked at in every cycle is looked
  // at in so many, and of a large network, whose switches are all that model, in so many of all together.
  static constexpr std::uint64_t kWatchedCycles = 16384, kWatchedOfAll = 16 * kWatchedCycles;
  static constexpr std::uint64_t kLeastWatched = 512;

  void watch_progress(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
                      const Scoreboard& scoreboard);

  unsigned ports_;
  HandshakeMonitor handshake_;
  IdleOutputs idle_;
  std::unique_ptr<ProgressWatch> progress_;  // of a switch of which nothing else is known
  FlagCheck flags_;
  QueueAccounts queues_;
  std::unique_ptr<FifoInputCheck> fifo_input_;  // knows more of the flags than flags_ does
  std::uint64_t next_look_ = 0, watched_until_;
  bool queues_shown_;
  std::string never_ready_;
  std::shared_ptr<const Device> device_;
};

}  // namespace xb
