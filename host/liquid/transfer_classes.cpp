// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_classes.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "host/liquid/even_split.h"

namespace xb {

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
