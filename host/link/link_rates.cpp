// SPDX-License-Identifier: Apache-2.0
#include "host/link/link_rates.h"

#include <algorithm>

#include "host/base/parse_number.h"

namespace xb {

std::optional<OutputPeriods> parse_output_periods(std::string_view text) {
  OutputPeriods periods;
  unsigned all = 1;
  periods.listed = !parse_number(text, 1, kMaxOutputPeriod, all);
  periods.of.fill(all);
  if (!periods.listed) return periods;
  PortMask named = 0;
  for (const std::string_view item : list_parts(text)) {
    const std::size_t colon = item.find(':');
    unsigned port = 0;
    if (colon == std::string_view::npos || !parse_number(item.substr(0, colon), 0, kMaxPorts - 1, port) ||
        !parse_number(item.substr(colon + 1), 1, kMaxOutputPeriod, periods.of[port])) {
      return {};
    }
    if ((named >> port & 1U) != 0) return {};
    named |= PortMask{1} << port;
  }
  return periods;
}

LinkRates::LinkRates(unsigned ports, unsigned speedup, const OutputPeriods& periods)
    : all_(all_ports(ports)), speedup_(speedup) {
  for (unsigned port = 0; port < ports; ++port) {
    cycles_per_beat_[port] = speedup * periods.of[port];
    if (periods.of[port] > 1) slow_ |= PortMask{1} << port;
  }
}

}  // namespace xb
