// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/liquid/class_problem.h"
#include "host/liquid/even_split.h"
#include "host/liquid/host_groups.h"
#include "host/liquid/transfer_set.h"

namespace xb {

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
