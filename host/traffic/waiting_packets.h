// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "host/link/host_range.h"
#include "host/link/output_counts.h"
#include "host/traffic/destinations.h"
#include "host/wires/port_set.h"

namespace xb {

/// Where the packets go that wait at a host: a second draw of the same destinations, as they arrive, so that
/// a backlog needs no memory here either.
class WaitingPackets {
 public:
  /// `arriving`: before the first draw.
  WaitingPackets(Destinations arriving, const HostRange& hosts)
      : arriving_(std::move(arriving)), hosts_(hosts) {}

  void add(std::uint64_t count) {
    for (; count > 0; --count) add(arriving_.next(), 1);
  }
  void add(unsigned destination, std::uint64_t count) { counts_.add(hosts_.outputs_of(destination), count); }
  void remove(unsigned destination) { counts_.remove(hosts_.outputs_of(destination)); }
  /// The outputs with some.
  [[nodiscard]] PortMask wanted() const { return counts_.wanted(); }

 private:
  Destinations arriving_;
  HostRange hosts_;
  OutputCounts counts_;
};

}  // namespace xb
