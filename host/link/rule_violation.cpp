// SPDX-License-Identifier: Apache-2.0
#include "host/link/rule_violation.h"

#include <fmt/format.h>

#include "host/link/packet.h"

namespace xb {

std::string RuleViolation::text() const {
  return fmt::format("cycle {}: {}: {}: expected {}; seen {}", cycle, port, rule, expected, seen);
}

std::string lines_of(const std::vector<RuleViolation>& violations) {
  std::string lines;
  for (const RuleViolation& violation : violations) lines += "  " + violation.text() + "\n";
  return lines;
}

std::string output_name(unsigned port) { return fmt::format("output {}", port); }

std::string packet_name(std::uint64_t header, const LengthUnit& unit) {
  const auto packet = PacketHeader::decode(header);
  return fmt::format("packet #{} from input {} to output {}, {} {}{}", packet.sequence, packet.source,
                     packet.destination, packet.length, unit.in_bytes() ? "byte" : "beat",
                     packet.length == 1 ? "" : "s");
}

}  // namespace xb
