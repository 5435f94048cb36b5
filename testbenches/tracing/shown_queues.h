// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/device/device.h"
#include "host/link/rule_violation.h"
#include "host/link/switch_wires.h"

namespace xb {

/// What a device shows of its queues, its key `observe`, against what has gone in and come out: as every run
/// has it.
class ShownQueues {
 public:
  /// `device` outlives it.
  ShownQueues(const Device& device, unsigned ports);

  /// Looks at cycle `now`, before its beats are told.
  std::optional<RuleViolation> look(const SwitchOutputs& out, std::uint64_t now);
  /// A beat goes in, or comes out.
  void goes_in(unsigned input, unsigned output) { ++beats_[of_outputs_ ? output : input]; }
  void comes_out(unsigned input, unsigned output) { --beats_[of_outputs_ ? output : input]; }
  /// Nothing is under way any more; so many packets have gone in since the first look and not come out.
  [[nodiscard]] std::optional<RuleViolation> at_rest(const SwitchOutputs& out, std::uint64_t now,
                                                     std::uint64_t missing) const;

 private:
  const DeviceObserve& observe_;
  bool lossless_, of_outputs_;
  std::vector<std::uint64_t> beats_;        // per queue: gone in and not come out
  std::vector<std::uint32_t> first_drops_;  // per queue: what the counter began with
};

}  // namespace xb
