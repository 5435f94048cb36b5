// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// What a waveform is to begin with: `hol`, `drop`, `mismatch`, `assertion`, `occupancy>N`, `latency>N`
/// or `lag>N`.
struct Trigger {
  enum class Kind {
    HeadOfLine,  ///< an input is head-of-line blocked
    Drop,        ///< a packet is discarded
    Mismatch,    ///< lock-step finds a difference
    Assertion,   ///< an assertion of the RTL fails, or a check of the hosts
    Occupancy,   ///< beats in a queue, above the limit
    Latency,     ///< cycles from a packet's first beat in to its last beat out, above the limit
    Lag          ///< cycles that a packet leaves later than an ideal switch, above the limit
  };
  Kind kind = Kind::HeadOfLine;
  std::uint64_t limit = 0;

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
  [[nodiscard]] std::optional<std::string> latency(const PortCycle& cycle);

  Trigger trigger_;
  SwitchShape shape_;
  std::uint64_t drops_ = 0;
  // Latency: of each pair its packets under way, oldest first.
  struct UnderWay {
    PacketId packet;
    std::uint64_t taken_cycle;
  };
  std::vector<std::vector<UnderWay>> under_way_;
};

}  // namespace xb
