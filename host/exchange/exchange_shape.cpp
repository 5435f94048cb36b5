// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_shape.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "host/base/random.h"

namespace xb {

std::uint64_t ExchangeShape::block_bytes(unsigned source, unsigned destination) const {
  if (!tokens.empty()) return std::uint64_t{tokens[std::size_t{source} * ranks + destination]} * packet_bytes;
  const std::uint64_t mean = block_bytes();
  const auto away = static_cast<std::uint64_t>(message_spread * static_cast<double>(mean));
  if (away == 0) return mean;
  RandomStream random(seed, StreamPurpose::MessageLength, std::uint64_t{source} << 32U | destination);
  return mean - away + static_cast<std::uint64_t>(random.unit() * static_cast<double>(2 * away + 1));
}

std::vector<unsigned> switch_of_ranks(const ExchangeShape& shape) {
  return shape.switch_of_rank.empty() ? std::vector<unsigned>(shape.ranks, 0) : shape.switch_of_rank;
}

std::vector<unsigned> switch_by_switch(const std::vector<unsigned>& ranks_on_switch) {
  std::vector<unsigned> of;
  for (unsigned at = 0; at < ranks_on_switch.size(); ++at) of.insert(of.end(), ranks_on_switch[at], at);
  return of;
}

std::vector<RankGroup> switch_groups(const ExchangeShape& shape) {
  const std::vector<unsigned> of = switch_of_ranks(shape);
  if (of.size() != shape.ranks) throw std::logic_error("the switches of other ranks than a collective's");
  std::vector<RankGroup> groups(1 + *std::max_element(of.begin(), of.end()));
  for (unsigned at = 0; at < groups.size(); ++at) groups[at].number = at;
  for (unsigned rank = 0; rank < shape.ranks; ++rank) groups[of[rank]].ranks.push_back(rank);
  for (const RankGroup& group : groups) {
    if (group.ranks.empty()) throw std::logic_error("a switch without ranks in the shape of a collective");
  }
  return groups;
}

std::vector<RankGroup> ring_groups(const ExchangeShape& shape) {
  std::vector<RankGroup> groups = switch_groups(shape);
  if (shape.switch_ring.empty()) return groups;
  std::vector<RankGroup> ring;
  for (const unsigned at : shape.switch_ring) {
    if (at >= groups.size() || groups[at].ranks.empty()) throw std::logic_error("a ring of other switches");
    ring.push_back(std::move(groups[at]));
    groups[at].ranks.clear();
  }
  if (ring.size() != groups.size()) throw std::logic_error("a ring without some of the switches");
  return ring;
}

}  // namespace xb
