// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_book.h"

#include "host/base/errors.h"

namespace xb {

/// What a row of `flows` has, so many times.
void FlowBook::add(Row& sum, const Row& flows, std::size_t first_page, std::uint32_t factor) const {
  const auto first = static_cast<unsigned>(first_page * Row::kPage);
  flows.for_each(first_page, row_pages_, [&](unsigned number, std::uint32_t packets) {
    if (packets != 0) sum[number - first] += factor * packets;
  });
}

FlowBook::Row FlowBook::sent(unsigned source) const {
  Row packets(all_);
  for (unsigned c = 0; c < classes_; ++c) add(packets, sent_, page(source, c));
  for (const Trip* trip : unnumbered_)
    if (trip->source == source) ++packets[trip->destination];
  return packets;
}

FlowBook::Row FlowBook::received(unsigned destination) const {
  Row packets(all_);
  for (unsigned c = 0; c < classes_; ++c) {
    add(packets, due_, page(destination, c));
    add(packets, gaps_, page(destination, c), ~0U);
  }
  return packets;
}

std::uint32_t FlowBook::received(unsigned destination, unsigned source) const {
  std::uint32_t packets = 0;
  for (unsigned c = 0; c < classes_; ++c) {
    const std::size_t flow = place(destination, c, source);
    packets += due_.at(flow) - gaps_.at(flow);
  }
  return packets;
}

void FlowBook::fault(const Trip& trip, std::uint32_t due) {
  throw RunError(
      "end to end: packet #{} from host {} to host {} came, #{} was due: a packet is lost, comes "
      "twice or out of order",
      trip.sequence, trip.source, trip.destination, due);
}

}  // namespace xb
