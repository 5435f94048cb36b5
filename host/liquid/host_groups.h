// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace xb
