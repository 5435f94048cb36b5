// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/host_groups.h"

#include <algorithm>
#include <numeric>

namespace xb {
namespace {

using End = std::uint16_t Transfer::*;

/// Finds each host's own link: all its transfers at that end use it, and no other's. `taken`: by link,
/// whether it is a host's own at the other end already.
HostGroups::Side own_links(const TransferSet& transfers, End end, std::vector<char>& taken) {
  constexpr std::uint32_t kNobody = 0xffffffff;
  HostGroups::Side side;
  std::vector<std::uint32_t> user(transfers.links(), kNobody);
  std::vector<char> shared(transfers.links(), 0);
  std::vector<std::uint32_t> transfers_of;
  for (unsigned t = 0; t < transfers.size(); ++t) {
    const std::uint32_t host = transfers[t].*end;
    if (host >= transfers_of.size()) transfers_of.resize(host + 1, 0);
    ++transfers_of[host];
    for (const unsigned link : transfers.path(t)) {
      if (user[link] == kNobody) user[link] = host;
      if (user[link] != host) shared[link] = 1;
    }
  }
  side.link_of.assign(transfers_of.size(), HostGroups::kNoLink);
  for (unsigned link = 0; link < transfers.links(); ++link) {
    if (user[link] == kNobody || shared[link] != 0 || taken[link] != 0) continue;
    if (transfers.load(link) != transfers_of[user[link]]) continue;
    if (side.link_of[user[link]] != HostGroups::kNoLink) continue;
    side.link_of[user[link]] = link;
    taken[link] = 1;
  }
  return side;
}

/// Groups the hosts of one end by their transfers: the host at the other end and the inner path.
void make_groups(const TransferSet& transfers, const std::vector<std::uint32_t>& inner_path, End end,
                 End other, HostGroups::Side& side) {
  const auto hosts = static_cast<std::uint32_t>(side.link_of.size());
  std::vector<std::vector<std::uint64_t>> kinds(hosts);
  for (unsigned t = 0; t < transfers.size(); ++t) {
    kinds[transfers[t].*end].push_back(std::uint64_t{transfers[t].*other} << 32U | inner_path[t]);
  }
  for (auto& of : kinds) std::sort(of.begin(), of.end());
  const auto capacity = [&](std::uint32_t host) {
    return side.link_of[host] == HostGroups::kNoLink ? 0 : transfers.capacity(side.link_of[host]);
  };
  std::vector<std::uint32_t> order(hosts);
  std::iota(order.begin(), order.end(), 0U);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return capacity(a) != capacity(b) ? capacity(a) < capacity(b) : kinds[a] < kinds[b];
  };
  std::stable_sort(order.begin(), order.end(), less);
  side.group_of.assign(hosts, 0);
  side.member_of.assign(hosts, 0);
  for (std::uint32_t n = 0; n < hosts; ++n) {
    const std::uint32_t host = order[n];
    if (n == 0 || capacity(host) == 0 || less(order[n - 1], host)) {
      side.size.push_back(0);
      side.link.push_back(side.link_of[host]);
    }
    side.group_of[host] = static_cast<std::uint32_t>(side.size.size() - 1);
    side.member_of[host] = side.size.back()++;
  }
}

}  // namespace

HostGroups::HostGroups(const TransferSet& transfers) {
  std::vector<char> taken(transfers.links(), 0);
  sources_ = own_links(transfers, &Transfer::source, taken);
  destinations_ = own_links(transfers, &Transfer::destination, taken);
  number_inner_paths(transfers);
  make_groups(transfers, inner_path_, &Transfer::source, &Transfer::destination, sources_);
  make_groups(transfers, inner_path_, &Transfer::destination, &Transfer::source, destinations_);
}

std::vector<std::uint32_t> HostGroups::inner_links(const TransferSet& transfers, unsigned transfer) const {
  std::vector<std::uint32_t> inner;
  for (const std::uint32_t link : transfers.path(transfer)) {
    if (link == sources_.link_of[transfers[transfer].source]) continue;
    if (link == destinations_.link_of[transfers[transfer].destination]) continue;
    inner.push_back(link);
  }
  return inner;
}

/// A trie of the links: paths that begin alike share its nodes.
void HostGroups::number_inner_paths(const TransferSet& transfers) {
  struct Node {
    std::uint32_t link, sibling, child;
  };
  std::vector<Node> nodes{{kNoLink, 0, 0}};
  inner_path_.reserve(transfers.size());
  for (unsigned t = 0; t < transfers.size(); ++t) {
    const std::uint32_t from = sources_.link_of[transfers[t].source];
    const std::uint32_t to = destinations_.link_of[transfers[t].destination];
    std::uint32_t at = 0;
    for (const std::uint32_t link : transfers.path(t)) {
      if (link == from || link == to) continue;
      std::uint32_t next = nodes[at].child;
      while (next != 0 && nodes[next].link != link) next = nodes[next].sibling;
      if (next == 0) {
        next = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back({link, nodes[at].child, 0});
        nodes[at].child = next;
      }
      at = next;
    }
    inner_path_.push_back(at);
  }
}

}  // namespace xb
