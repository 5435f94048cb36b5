// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/two_jobs.h"

#include <utility>

#include "host/exchange/all_reduce.h"
#include "host/exchange/complete_exchange.h"

namespace xb {
namespace {

/// The shape of a job that has every second rank from `first` on; it does not know the switches.
ExchangeShape every_second(const ExchangeShape& shape, unsigned first) {
  return {(shape.ranks + 1 - first) / 2, shape.packets, shape.group_size, shape.packet_bytes, shape.seed};
}

void place(Schedule job, unsigned first, Schedule& all) {
  for (unsigned rank = 0; rank < job.ranks.size(); ++rank) {
    job.ranks[rank].rename_peers([first](unsigned peer) { return 2 * peer + first; });
    all.ranks[2 * rank + first] = std::move(job.ranks[rank]);
  }
}

}  // namespace

Schedule two_jobs(const ExchangeShape& shape) {
  constexpr unsigned kLeast = 4;
  if (shape.ranks < kLeast) return shift_exchange(shape);
  Schedule all;
  all.ranks.resize(shape.ranks);
  place(shift_exchange(every_second(shape, 0)), 0, all);
  place(ring_all_reduce(every_second(shape, 1)), 1, all);
  return all;
}

}  // namespace xb
