// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// Takes to another switch what its hosts have to know of their packets. Windows without go-back-N have no
/// acknowledgements: the sender knows when a packet has left the network.
class NoticeSink {
 public:
  virtual ~NoticeSink() = default;
  NoticeSink() = default;
  NoticeSink(const NoticeSink&) = delete;
  NoticeSink& operator=(const NoticeSink&) = delete;

  /// A packet of the rank `source` has come to the rank `destination`. The source knows it from cycle `at`
  /// on: the way back takes as long as the packet's cables. The sink calls ScheduleWorkload::notice() there.
  virtual void notice(unsigned source, unsigned destination, std::uint64_t at) = 0;
};

}  // namespace xb
