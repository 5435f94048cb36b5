// SPDX-License-Identifier: Apache-2.0
#include "host/link/host_list.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "host/base/parse_number.h"

namespace xb {
HostList::HostList(std::vector<unsigned> hosts)
    : size_(static_cast<unsigned>(hosts.size())),
      listed_(std::make_shared<const std::vector<unsigned>>(std::move(hosts))) {}

std::vector<unsigned> HostList::positions(const HostRange& range) const {
  std::vector<unsigned> positions(range.count, kNone);
  if (is_all()) {
    for (unsigned port = 0; port < range.count; ++port)
      if (range.first + port < size_) positions[port] = range.first + port;
    return positions;
  }
  for (unsigned position = 0; position < size_; ++position)
    if (range.has((*listed_)[position])) positions[range.port((*listed_)[position])] = position;
  return positions;
}

std::optional<std::vector<unsigned>> parse_hosts(std::string_view text) {
  std::vector<unsigned> hosts;
  std::array<bool, kMaxHosts> listed{};
  for (const std::string& part : list_parts(text)) {
    unsigned first = 0;
    unsigned last = 0;
    if (!parse_range(part, 0, kMaxHosts - 1, first, last)) return {};
    for (unsigned host = first; host <= last; ++host) {
      if (std::exchange(listed[host], true)) return {};
      hosts.push_back(host);
    }
  }
  return hosts;
}

std::optional<HostList> parse_ranks(std::string_view text) {
  auto hosts = parse_hosts(text);
  if (!hosts || hosts->size() < 2) return {};
  return HostList(std::move(*hosts));
}

}  // namespace xb
