// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/shown_queues.h"

#include <fmt/format.h>

namespace xb {

ShownQueues::ShownQueues(const Device& device, unsigned ports)
    : observe_(device.observe),
      lossless_(device.claims.lossless),
      of_outputs_(observe_.of_outputs),
      beats_(ports) {}

std::optional<RuleViolation> ShownQueues::look(const SwitchOutputs& out, std::uint64_t now) {
  if (first_drops_.empty()) first_drops_.assign(out.drop_full, out.drop_full + beats_.size());
  // What is lost shows in no beat that comes out.
  for (unsigned q = 0; q < beats_.size() && observe_.shows_occupancy() && lossless_; ++q) {
    if (out.occ_beats[q] > beats_[q])
      return RuleViolation{now, fmt::format("{} {}", of_outputs_ ? "output" : "input", q),
                           "observe.occupancy",
                           fmt::format("at most {} beats, that have come in and not left", beats_[q]),
                           std::to_string(out.occ_beats[q])};
  }
  return {};
}

std::optional<RuleViolation> ShownQueues::at_rest(const SwitchOutputs& out, std::uint64_t now,
                                                  std::uint64_t missing) const {
  if (!observe_.shows_drops()) return {};
  std::uint64_t drops = 0;
  for (std::size_t q = 0; q < beats_.size(); ++q)
    drops += static_cast<std::uint32_t>(out.drop_full[q] - first_drops_[q]);
  if (drops == missing) return {};
  return RuleViolation{now, "all queues", "observe.drops",
                       fmt::format("{} packets, that have come in and not left", missing),
                       std::to_string(drops)};
}

}  // namespace xb
