// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <utility>

#include "host/exchange/algorithms.h"

namespace xb {
Schedule logical_ring_broadcast(const ExchangeShape& shape) {
  std::vector<unsigned> order(shape.ranks);
  std::iota(order.begin(), order.end(), 0U);
  return ring_broadcast(shape, order);
}

Schedule simultaneous_broadcast(const ExchangeShape& shape) {
  // The paper's process looks for a message after every send and receives it before the next one. Two chains
  // say the same, because a host receives what is there before it sends on.
  const unsigned p = shape.ranks;
  Schedule schedule;
  for (unsigned rank = 0; rank < p; ++rank) {
    RankProgram program;
    for (unsigned i = 1; i < p; ++i) {
      const OpId send = program.send((rank + i) % p, shape.block_bytes());
      const OpId receive = program.receive((rank + p - i) % p, shape.block_bytes());
      if (i == 1) continue;
      program.require(send, send - 2);
      program.require(receive, receive - 2);
    }
    schedule.ranks.push_back(std::move(program));
  }
  return schedule;
}

unsigned combining_steps(unsigned ranks) {
  unsigned steps = 0;
  while ((1U << steps) < ranks) ++steps;
  return steps;
}

Schedule combining_broadcast(const ExchangeShape& shape) {
  const unsigned p = shape.ranks;
  Schedule schedule;
  for (unsigned rank = 0; rank < p; ++rank) {
    RankProgram program;
    for (unsigned step = 0; step < combining_steps(p); ++step) {
      const unsigned distance = 1U << step;
      const std::uint64_t bytes = std::min(distance, p - distance) * shape.block_bytes();
      program.send((rank + distance) % p, bytes);
      program.receive((rank + p - distance) % p, bytes);
    }
    program.in_order();
    schedule.ranks.push_back(std::move(program));
  }
  return schedule;
}

}  // namespace xb
