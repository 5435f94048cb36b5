// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <optional>
#include <stdexcept>

#include "host/exchange/algorithms.h"

namespace xb {

unsigned edge_color_rounds(unsigned ranks) { return ranks % 2 == 0 ? ranks - 1 : ranks; }

int edge_color(unsigned round, unsigned rank, unsigned ranks) {
  const unsigned colors = ranks % 2 == 0 ? ranks - 1 : ranks;  // odd
  unsigned partner = 0;
  if (rank < colors)
    partner = (round % colors + colors - rank) % colors;
  else
    partner = round % 2 == 1 ? (round + colors) / 2 % colors : round / 2;
  if (partner == rank) return ranks % 2 == 1 ? -1 : static_cast<int>(colors);
  return static_cast<int>(partner);
}

unsigned xor_rounds(unsigned ranks) {
  unsigned power = 1;
  while (power < ranks) power *= 2;
  return power - 1;
}

int xor_partner(unsigned round, unsigned rank, unsigned ranks) {
  const unsigned partner = rank ^ round;
  return partner < ranks ? static_cast<int>(partner) : -1;
}

namespace {

using Pairing = std::function<int(unsigned round, unsigned rank)>;

/// Rounds of one send and one receive of k packets; a round starts when the last one is finished.
/// to/from: partner in a round, -1 for none.
Schedule rounds_of_messages(const ExchangeShape& shape, unsigned rounds, const Pairing& to,
                            const Pairing& from) {
  Schedule schedule;
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    RankProgram program;
    program.reserve(std::size_t{2} * rounds, std::size_t{4} * rounds);
    std::optional<OpId> last_send;
    OpId last_receive = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
      if (to(round, rank) < 0) continue;
      const auto receiver = static_cast<unsigned>(to(round, rank));
      const auto sender = static_cast<unsigned>(from(round, rank));
      const OpId send = program.send(receiver, shape.block_bytes(rank, receiver));
      const OpId receive = program.receive(sender, shape.block_bytes(sender, rank));
      if (last_send) {
        for (const OpId op : {send, receive}) {
          program.require(op, *last_send);
          program.require(op, last_receive);
        }
      }
      last_send = send;
      last_receive = receive;
    }
    schedule.ranks.push_back(std::move(program));
  }
  return schedule;
}

}  // namespace

Schedule packet_shuffle(const ExchangeShape& shape, const std::function<PartnerGroups(unsigned)>& to,
                        const std::function<PartnerGroups(unsigned)>& from) {
  Schedule schedule;
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    RankProgram program;
    const PartnerGroups send_groups = to(rank);
    const PartnerGroups receive_groups = from(rank);
    std::vector<OpId> last;  // send and receive of the round before
    for (std::size_t round = 0; round < send_groups.size(); ++round) {
      std::vector<OpId> sends;
      std::vector<OpId> receives;
      for (std::size_t i = 0; i < send_groups[round].size(); ++i) {
        sends.push_back(program.send(send_groups[round][i], shape.block_bytes()));
        receives.push_back(program.receive(receive_groups[round][i], shape.block_bytes()));
      }
      // The first of those that take turns holds the others up.
      for (const OpId op : {sends.front(), receives.front()}) {
        for (const OpId before : last) program.require(op, before);
      }
      last = {sends.back(), receives.back()};
      program.take_turns(std::move(sends), shape.packet_bytes);
      program.take_turns(std::move(receives), shape.packet_bytes);
    }
    schedule.ranks.push_back(std::move(program));
  }
  return schedule;
}

Schedule shift_exchange(const ExchangeShape& shape) {
  const unsigned p = shape.ranks;
  return rounds_of_messages(
      shape, p - 1, [p](unsigned round, unsigned rank) { return static_cast<int>((rank + round) % p); },
      [p](unsigned round, unsigned rank) { return static_cast<int>((rank + p - round) % p); });
}

Schedule pairwise_exchange(const ExchangeShape& shape) {
  const Pairing partner = [p = shape.ranks](unsigned round, unsigned rank) {
    return edge_color(round, rank, p);
  };
  return rounds_of_messages(shape, edge_color_rounds(shape.ranks), partner, partner);
}

Schedule pairwise_xor_exchange(const ExchangeShape& shape) {
  const Pairing partner = [p = shape.ranks](unsigned round, unsigned rank) {
    return xor_partner(round, rank, p);
  };
  return rounds_of_messages(shape, xor_rounds(shape.ranks), partner, partner);
}

Schedule sync_shuffle_exchange(const ExchangeShape& shape) {
  const unsigned p = shape.ranks;
  const auto all = [p](unsigned rank, bool forward) {
    PartnerGroups groups(1);
    for (unsigned i = 1; i < p; ++i) groups[0].push_back((forward ? rank + i : rank + p - i) % p);
    return groups;
  };
  return packet_shuffle(
      shape, [=](unsigned rank) { return all(rank, true); }, [=](unsigned rank) { return all(rank, false); });
}

Schedule group_shuffle_exchange(const ExchangeShape& shape) {
  // As printed, Alg. 3 wraps around when omega does not divide p-1; the rounds end at the last colour here.
  const auto groups_of = [shape](unsigned rank) {
    PartnerGroups groups;
    const unsigned rounds = edge_color_rounds(shape.ranks);
    for (unsigned first = 1; first <= rounds; first += shape.group_size) {
      std::vector<unsigned> group;
      for (unsigned round = first; round < first + shape.group_size && round <= rounds; ++round) {
        const int partner = edge_color(round, rank, shape.ranks);
        if (partner >= 0) group.push_back(static_cast<unsigned>(partner));
      }
      if (!group.empty()) groups.push_back(std::move(group));
    }
    return groups;
  };
  return packet_shuffle(shape, groups_of, groups_of);
}

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
