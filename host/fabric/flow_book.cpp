// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_book.h"

#include "host/base/errors.h"

namespace xb {
namespace {

using Row = FlowBook::Row;

void add(Row& sum, const Row& row, std::uint32_t factor = 1) {
  row.for_each([&](unsigned rank, std::uint32_t packets) {
    if (packets != 0) sum[rank] += factor * packets;
  });
}

}  // namespace

Row FlowBook::sent(unsigned source) const {
  Row packets = sent_[index(source, 0)];
  for (unsigned c = 1; c < classes_; ++c) add(packets, sent_[index(source, c)]);
  return packets;
}

Row FlowBook::received(unsigned destination) const {
  Row packets = due_[index(destination, 0)];
  for (unsigned c = 1; c < classes_; ++c) add(packets, due_[index(destination, c)]);
  for (unsigned c = 0; c < classes_; ++c) add(packets, gaps_[index(destination, c)], ~0U);
  return packets;
}

std::uint32_t FlowBook::received(unsigned destination, unsigned source) const {
  std::uint32_t packets = 0;
  for (unsigned c = 0; c < classes_; ++c)
    packets += due_[index(destination, c)].at(source) - gaps_[index(destination, c)].at(source);
  return packets;
}

void FlowBook::fault(const Trip& trip, std::uint32_t due) {
  throw RunError(
      "end to end: packet #{} from host {} to host {} came, #{} was due: a packet is lost, comes "
      "twice or out of order",
      trip.sequence, trip.source, trip.destination, due);
}

}  // namespace xb
