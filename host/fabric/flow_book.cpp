// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_book.h"

#include "host/base/errors.h"

namespace xb {

std::vector<std::uint32_t> FlowBook::received(unsigned destination) const {
  std::vector<std::uint32_t> packets = due_[destination - first_];
  const std::vector<std::uint32_t>& gaps = gaps_[destination - first_];
  for (std::size_t source = 0; source < gaps.size(); ++source) packets[source] -= gaps[source];
  return packets;
}

void FlowBook::fault(const Trip& trip, std::uint32_t due) {
  throw RunError(
      "end to end: packet #{} from host {} to host {} came, #{} was due: a packet is lost, comes "
      "twice or out of order",
      trip.sequence, trip.source, trip.destination, due);
}

}  // namespace xb
