// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/switch_aware_shuffle.h"

#include <stdexcept>

#include "host/exchange/complete_exchange.h"
#include "host/exchange/pairing.h"

namespace xb {
namespace {

Schedule shuffle(const ExchangeShape& shape, const ShufflePartners& partners) {
  const auto one_group = [](const std::vector<std::vector<unsigned>>& of) {
    return [&of](unsigned rank) { return PartnerGroups{of[rank]}; };
  };
  return packet_shuffle(shape, one_group(partners.to), one_group(partners.from));
}

bool is_power_of_two(unsigned n) { return (n & (n - 1)) == 0; }

}  // namespace

ShufflePartners linear_xor_partners(unsigned ranks) {
  ShufflePartners partners;
  for (unsigned x = 0; x < ranks; ++x) {
    partners.to.emplace_back();
    for (unsigned i = 1; i <= xor_rounds(ranks); ++i) {
      const int partner = xor_partner(i, x, ranks);
      if (partner >= 0) partners.to[x].push_back(static_cast<unsigned>(partner));
    }
  }
  partners.from = partners.to;
  return partners;
}

ShufflePartners switch_aware_partners(const ExchangeShape& shape) {
  const unsigned p = shape.ranks;
  const std::vector<RankGroup> groups = switch_groups(shape);
  const auto d2 = static_cast<unsigned>(groups.size());
  const unsigned d1 = groups[0].count();
  for (const RankGroup& group : groups) {
    if (group.count() != d1) throw std::logic_error("the contention-aware permutation is for equal switches");
  }
  // phi^-1 transposes: the first ranks of all switches, the second ones, ..
  std::vector<unsigned> physical, logical(p);
  for (unsigned l = 0; l < p; ++l) {
    physical.push_back(groups[l % d2][l / d2]);
    logical[physical[l]] = l;
  }
  ShufflePartners partners;
  for (unsigned x = 0; x < p; ++x) {
    partners.to.emplace_back();
    partners.from.emplace_back();
    for (unsigned i = 1; i < p; ++i) {
      const bool by_xor = is_power_of_two(p);
      const unsigned l = logical[x];
      partners.to[x].push_back(physical[by_xor ? l ^ i : (l + i) % p]);
      partners.from[x].push_back(physical[by_xor ? l ^ i : (l + p - i) % p]);
    }
  }
  return partners;
}

Schedule sync_shuffle_xor_exchange(const ExchangeShape& shape) {
  return shuffle(shape, linear_xor_partners(shape.ranks));
}

Schedule modified_sync_shuffle_exchange(const ExchangeShape& shape) {
  return shuffle(shape, switch_aware_partners(shape));
}

}  // namespace xb
