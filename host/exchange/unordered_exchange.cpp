// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "host/base/random.h"
#include "host/exchange/algorithms.h"

namespace xb {
namespace {

/// Receives from everybody, and sends to `order`, each after the one before.
RankProgram sends_in_order(const ExchangeShape& shape, unsigned rank, const std::vector<unsigned>& order) {
  RankProgram program;
  for (unsigned source = 0; source < shape.ranks; ++source) {
    if (source != rank) program.receive(source, shape.block_bytes(source, rank));
  }
  for (std::size_t n = 0; n < order.size(); ++n) {
    const OpId send = program.send(order[n], shape.block_bytes(rank, order[n]));
    if (n > 0) program.require(send, send - 1);
  }
  return program;
}

std::vector<unsigned> everybody_but(unsigned rank, unsigned ranks) {
  std::vector<unsigned> others;
  for (unsigned other = 0; other < ranks; ++other) {
    if (other != rank) others.push_back(other);
  }
  return others;
}

}  // namespace

Schedule random_order_exchange(const ExchangeShape& shape) {
  Schedule schedule;
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    std::vector<unsigned> order = everybody_but(rank, shape.ranks);
    RandomStream(shape.seed, StreamPurpose::SendOrder, rank).shuffle(order);
    schedule.ranks.push_back(sends_in_order(shape, rank, order));
  }
  return schedule;
}

Schedule same_order_exchange(const ExchangeShape& shape) {
  Schedule schedule;
  for (unsigned rank = 0; rank < shape.ranks; ++rank)
    schedule.ranks.push_back(sends_in_order(shape, rank, everybody_but(rank, shape.ranks)));
  return schedule;
}

Schedule linear_exchange(const ExchangeShape& shape) {
  const unsigned p = shape.ranks;
  Schedule schedule;
  for (unsigned rank = 0; rank < p; ++rank) {
    RankProgram program;
    for (unsigned i = 1; i < p; ++i) {
      const unsigned to = (rank + i) % p;
      const unsigned from = (rank + p - i) % p;
      program.send(to, shape.block_bytes(rank, to));
      program.receive(from, shape.block_bytes(from, rank));
    }
    schedule.ranks.push_back(std::move(program));
  }
  return schedule;
}

Schedule incast_to_rank_0(const ExchangeShape& shape) {
  Schedule schedule;
  schedule.ranks.resize(shape.ranks);
  for (unsigned rank = 1; rank < shape.ranks; ++rank) {
    schedule.ranks[0].receive(rank, shape.block_bytes());
    schedule.ranks[rank].send(0, shape.block_bytes());
  }
  return schedule;
}

}  // namespace xb
