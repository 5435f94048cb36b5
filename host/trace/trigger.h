// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// What a waveform is to begin with: `hol`, `higher-class`, `drop`, `mismatch`, `assertion`, `occupancy>N`,
/// `latency>N`, `waiting>N` or `lag>N`; the packets of one class: `latency>CLASS:N`, `waiting>CLASS:N`.
struct Trigger {
  enum class Kind {
    HeadOfLine,   ///< an input is head-of-line blocked
    HigherClass,  ///< a higher class holds packets of an input
    Drop,         ///< a packet is discarded
    Mismatch,     ///< lock-step finds a difference
    Assertion,    ///< an assertion of the RTL fails, or a check of the hosts
    Occupancy,    ///< beats in a queue, above the limit
    Latency,      ///< cycles from a packet's first beat in to its last beat out, above the limit
    Waiting,      ///< cycles since the first beat came of a packet that is not out, above the limit
    Lag           ///< cycles that a packet leaves later than an ideal switch, above the limit
  };
  Kind kind = Kind::HeadOfLine;
  std::uint64_t limit = 0;
  std::optional<unsigned> of_class = {};  ///< whose packets count; nothing: all do

  /// Throws InputError that names `flag` and what is allowed.
  static Trigger parse(const std::string& flag, const std::string& text);
  [[nodiscard]] std::string text() const;
  /// The run's failure is what is waited for: no cycle fires.
  [[nodiscard]] bool is_failure() const { return kind == Kind::Mismatch || kind == Kind::Assertion; }
};

/// Looks for the first cycle that a trigger means.
class TriggerWatch {
 public:
  TriggerWatch(const Trigger& trigger, const SwitchShape& shape);

  /// Cycle by cycle: what happened, in words, in the cycle that fires.
  std::optional<std::string> look(const PortCycle& cycle);

 private:
  [[nodiscard]] bool counts(const PacketId& packet) const {
    return !trigger_.of_class || packet.of_class == trigger_.of_class;
  }
  [[nodiscard]] std::optional<std::string> latency(const PortCycle& cycle);
  [[nodiscard]] std::optional<std::string> waiting(const PortCycle& cycle);

  Trigger trigger_;
  SwitchShape shape_;
  std::uint64_t drops_ = 0;
  // Latency, waiting: of each pair its packets under way, oldest first.
  struct UnderWay {
    PacketId packet;
    std::uint64_t taken_cycle;
  };
  std::vector<std::vector<UnderWay>> under_way_;
};

}  // namespace xb
