// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_book.h"

#include "host/base/errors.h"

namespace xb {

FlowBook::Row FlowBook::received(unsigned destination) const {
  Row packets = due_[destination - first_];
  gaps_[destination - first_].for_each([&](unsigned source, std::uint32_t gap) {
    if (gap != 0) packets[source] -= gap;
  });
  return packets;
}

void FlowBook::fault(const Trip& trip, std::uint32_t due) {
  throw RunError(
      "end to end: packet #{} from host {} to host {} came, #{} was due: a packet is lost, comes "
      "twice or out of order",
      trip.sequence, trip.source, trip.destination, due);
}

}  // namespace xb
