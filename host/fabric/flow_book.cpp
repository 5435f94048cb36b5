// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_book.h"

#include <fmt/format.h>

#include "host/base/errors.h"

namespace xb {

void FlowBook::fault(const Trip& trip, std::uint32_t due) {
  throw RunError(
      fmt::format("end to end: packet #{} from host {} to host {} came, #{} was due: a packet is lost, comes "
                  "twice or out of order",
                  trip.sequence, trip.source, trip.destination, due));
}

}  // namespace xb
