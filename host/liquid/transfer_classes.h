// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/liquid/bipartite_steps.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// The hosts of a traffic in groups of which it does not matter who sends, or receives, in a step: each has a
/// link of its own, of the same capacity, which all its transfers use and no other does, and the same
/// transfers to the same hosts over the same links else. Such are the hosts of one switch in a complete
/// exchange.
class HostGroups {
 public:
  static constexpr std::uint32_t kNoLink = 0xffffffff;

  struct Side {
    std::vector<std::uint32_t> link_of;    ///< by host: its own link, or kNoLink
    std::vector<std::uint32_t> group_of;   ///< by host
    std::vector<std::uint32_t> member_of;  ///< by host: its number in its group
    std::vector<std::uint32_t> size;       ///< by group
    std::vector<std::uint32_t> link;       ///< by group: that of one of its hosts, or kNoLink
    [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(link_of.size()); }
  };

  explicit HostGroups(const TransferSet& transfers);

  [[nodiscard]] const Side& sources() const { return sources_; }
  [[nodiscard]] const Side& destinations() const { return destinations_; }
  /// By transfer: a number for the links that are not its hosts' own.
  [[nodiscard]] const std::vector<std::uint32_t>& inner_path() const { return inner_path_; }
  /// Of a transfer whose inner path has that number.
  [[nodiscard]] std::vector<std::uint32_t> inner_links(const TransferSet& transfers, unsigned transfer) const;

 private:
  void number_inner_paths(const TransferSet& transfers);

  Side sources_, destinations_;
  std::vector<std::uint32_t> inner_path_;
};

/// What is scheduled: classes of transfers that use the same links and need not be told apart. Each transfer
/// of each class gets a step, and no link carries more than its capacity in a step.
class ClassProblem {
 public:
  /// Returns the link's number.
  unsigned add_link(unsigned capacity) {
    capacity_.push_back(capacity);
    load_.push_back(0);
    return links() - 1;
  }
  /// Returns the class's number. `links`: each once; `count`: its transfers.
  unsigned add_class(const std::vector<std::uint32_t>& links, unsigned count) {
    path_.insert(path_.end(), links.begin(), links.end());
    first_.push_back(static_cast<std::uint32_t>(path_.size()));
    count_.push_back(count);
    items_ += count;
    for (const std::uint32_t link : links) load_[link] += count;
    return classes() - 1;
  }

  /// Every `by` transfers of a class as one; all counts can be divided so. Its schedules, each step repeated
  /// `by` times, are schedules of this one.
  [[nodiscard]] ClassProblem divided(unsigned by) const;

  [[nodiscard]] unsigned links() const { return static_cast<unsigned>(capacity_.size()); }
  [[nodiscard]] unsigned capacity(unsigned link) const { return capacity_[link]; }
  [[nodiscard]] std::uint64_t load(unsigned link) const { return load_[link]; }
  /// Steps that a link needs for its load.
  [[nodiscard]] unsigned steps(unsigned link) const {
    return static_cast<unsigned>((load_[link] + capacity_[link] - 1) / capacity_[link]);
  }
  /// The steps of the links that need the most.
  [[nodiscard]] unsigned duration() const;
  [[nodiscard]] unsigned classes() const { return static_cast<unsigned>(count_.size()); }
  [[nodiscard]] unsigned count(unsigned of) const { return count_[of]; }
  [[nodiscard]] LinkPath path(unsigned of) const {
    return {path_.data() + first_[of], path_.data() + first_[of + 1]};
  }
  /// Transfers of all classes.
  [[nodiscard]] unsigned items() const { return items_; }

 private:
  std::vector<std::uint32_t> capacity_;  // by link
  std::vector<std::uint64_t> load_;      // by link
  std::vector<std::uint32_t> first_{0};  // by class: where its path begins
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> count_;  // by class
  unsigned items_ = 0;
};

/// A traffic as classes: transfers from one group of hosts to another over the same inner links. A group's
/// own links are one link with the capacity of all. Whatever steps the classes get, the transfers can have:
/// those of a group are dealt out to its hosts by colouring edges of bipartite graphs (even_split.h).
class TransferClasses {
 public:
  explicit TransferClasses(const TransferSet& transfers);

  [[nodiscard]] const ClassProblem& problem() const { return problem_; }
  /// By class, where in so many steps it starts in the order of an exchange by shift: each host sends to the
  /// next one, then to the one after that.
  [[nodiscard]] std::vector<std::uint32_t> shift_starts(unsigned steps) const;
  /// Steps of the items of all classes, in the order of the classes, as steps of the transfers.
  [[nodiscard]] std::vector<std::uint32_t> spread(const std::vector<std::uint32_t>& step_of_item) const;

 private:
  struct Class {
    std::uint32_t from, to;  ///< groups
    std::uint32_t first;     ///< item
  };
  /// By item, the member of its group at one end: so that each part of a class, 0.. by item, is dealt out
  /// evenly to all members, and each step as well.
  [[nodiscard]] std::vector<std::uint32_t> deal(const std::vector<std::uint32_t>& step_of_item,
                                                EndOf<Class> end, const HostGroups::Side& side,
                                                const std::vector<std::uint32_t>& part) const;

  HostGroups groups_;
  ClassProblem problem_;
  std::vector<Class> classes_;
  std::uint32_t hosts_ = 0;           // numbers of hosts
  std::vector<std::uint32_t> ahead_;  // by class: how far the receiver's number is after the sender's
  std::vector<std::uint32_t> order_;  // the transfers by class, sender and receiver
};

}  // namespace xb
