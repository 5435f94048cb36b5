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

  /// A packet of the rank `source` has come to the rank `destination`, where that is known from cycle `at`
  /// on. The sink adds the way back, and tells the source's ScheduleWorkload::notice().
  virtual void notice(unsigned source, unsigned destination, std::uint64_t at) = 0;
};

}  // namespace xb
