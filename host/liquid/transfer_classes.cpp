// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_classes.h"

#include <algorithm>
#include <numeric>
#include <tuple>

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

ClassProblem ClassProblem::divided(unsigned by) const {
  ClassProblem small = *this;
  for (std::uint32_t& count : small.count_) count /= by;
  for (std::uint64_t& load : small.load_) load /= by;
  small.items_ /= by;
  return small;
}

unsigned ClassProblem::duration() const {
  unsigned most = 0;
  for (unsigned link = 0; link < links(); ++link) most = std::max(most, steps(link));
  return most;
}

namespace {

/// A link for each group that has one.
std::vector<std::uint32_t> add_group_links(const TransferSet& transfers, const HostGroups::Side& side,
                                           ClassProblem& problem) {
  std::vector<std::uint32_t> number;
  for (std::size_t group = 0; group < side.size.size(); ++group) {
    const std::uint32_t link = side.link[group];
    number.push_back(link == HostGroups::kNoLink
                         ? HostGroups::kNoLink
                         : problem.add_link(side.size[group] * transfers.capacity(link)));
  }
  return number;
}

}  // namespace

TransferClasses::TransferClasses(const TransferSet& transfers)
    : groups_(transfers), order_(transfers.size()) {
  const HostGroups::Side& from = groups_.sources();
  const HostGroups::Side& to = groups_.destinations();
  hosts_ = std::max(from.hosts(), to.hosts());
  const std::vector<std::uint32_t> from_link = add_group_links(transfers, from, problem_);
  const std::vector<std::uint32_t> to_link = add_group_links(transfers, to, problem_);
  std::vector<std::uint32_t> inner_link(transfers.links(), HostGroups::kNoLink);
  const auto class_of = [&](std::uint32_t t) {
    return std::make_tuple(from.group_of[transfers[t].source], to.group_of[transfers[t].destination],
                           groups_.inner_path()[t]);
  };
  const auto key = [&](std::uint32_t t) {
    return std::tuple_cat(class_of(t), std::make_tuple(from.member_of[transfers[t].source],
                                                       to.member_of[transfers[t].destination]));
  };
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  std::vector<std::uint32_t> links;
  for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
    const std::uint32_t first = order_[begin];
    while (end < order_.size() && class_of(order_[end]) == class_of(first)) ++end;
    const Class of{from.group_of[transfers[first].source], to.group_of[transfers[first].destination],
                   static_cast<std::uint32_t>(begin)};
    links.clear();
    if (from_link[of.from] != HostGroups::kNoLink) links.push_back(from_link[of.from]);
    for (const std::uint32_t link : groups_.inner_links(transfers, first)) {
      if (inner_link[link] == HostGroups::kNoLink) {
        inner_link[link] = problem_.add_link(transfers.capacity(link));
      }
      links.push_back(inner_link[link]);
    }
    if (to_link[of.to] != HostGroups::kNoLink) links.push_back(to_link[of.to]);
    classes_.push_back(of);
    ahead_.push_back((transfers[first].destination + hosts_ - transfers[first].source) % hosts_);
    problem_.add_class(links, static_cast<unsigned>(end - begin));
  }
}

std::vector<std::uint32_t> TransferClasses::shift_starts(unsigned steps) const {
  std::vector<std::uint32_t> starts;
  for (const std::uint32_t ahead : ahead_) {
    starts.push_back(static_cast<std::uint32_t>(std::uint64_t{ahead} * steps / hosts_));
  }
  return starts;
}

std::vector<std::uint32_t> TransferClasses::deal(const std::vector<std::uint32_t>& step_of_item,
                                                 EndOf<Class> end, const HostGroups::Side& side,
                                                 const std::vector<std::uint32_t>& part) const {
  std::vector<std::vector<std::uint32_t>> classes(side.size.size());
  for (unsigned k = 0; k < problem_.classes(); ++k) classes[classes_[k].*end].push_back(k);
  std::vector<std::uint32_t> member_of(step_of_item.size(), 0);
  std::vector<SplitEdge> edges;
  for (std::size_t group = 0; group < classes.size(); ++group) {
    if (side.size[group] == 1) continue;
    edges.clear();
    std::uint32_t parts = 0;
    for (const std::uint32_t k : classes[group]) {
      std::uint32_t end_of_parts = parts;
      for (std::uint32_t item = classes_[k].first; item < classes_[k].first + problem_.count(k); ++item) {
        edges.push_back({parts + part[item], step_of_item[item]});
        end_of_parts = std::max(end_of_parts, parts + part[item] + 1);
      }
      parts = end_of_parts;
    }
    const std::vector<std::uint32_t> members = even_split(edges, side.size[group]);
    auto member = members.begin();
    for (const std::uint32_t k : classes[group]) {
      std::copy_n(member, problem_.count(k), member_of.begin() + classes_[k].first);
      member += problem_.count(k);
    }
  }
  return member_of;
}

std::vector<std::uint32_t> TransferClasses::spread(const std::vector<std::uint32_t>& step_of_item) const {
  const std::vector<std::uint32_t> whole(step_of_item.size(), 0);
  const std::vector<std::uint32_t> sender = deal(step_of_item, &Class::from, groups_.sources(), whole);
  // Each sender's transfers of a class are dealt out evenly to the receivers.
  const std::vector<std::uint32_t> receiver = deal(step_of_item, &Class::to, groups_.destinations(), sender);
  std::vector<std::uint32_t> by_hosts(step_of_item.size());
  std::iota(by_hosts.begin(), by_hosts.end(), 0U);
  for (unsigned k = 0; k < problem_.classes(); ++k) {
    const auto first = by_hosts.begin() + classes_[k].first;
    std::sort(first, first + problem_.count(k), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(sender[a], receiver[a], a) < std::tie(sender[b], receiver[b], b);
    });
  }
  std::vector<std::uint32_t> step_of(step_of_item.size());
  for (std::size_t n = 0; n < step_of.size(); ++n) step_of[order_[n]] = step_of_item[by_hosts[n]];
  return step_of;
}

}  // namespace xb
