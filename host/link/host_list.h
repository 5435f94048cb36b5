// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "host/link/host_range.h"

namespace xb {

/// The hosts that take part in a run, in order: position r of the list is rank r of an algorithm, or of a
/// traffic pattern. Cheap to copy.
class HostList {
 public:
  /// All of `hosts`, each at its own position.
  explicit HostList(unsigned hosts) : size_(hosts) {}
  /// These, each once.
  explicit HostList(std::vector<unsigned> hosts);

  [[nodiscard]] unsigned size() const { return size_; }
  [[nodiscard]] bool is_all() const { return listed_ == nullptr; }
  /// The host at a position, 0..size()-1.
  [[nodiscard]] unsigned operator[](unsigned position) const {
    return listed_ == nullptr ? position : (*listed_)[position];
  }
  /// The position of each host of `range`; kNone: it takes no part.
  [[nodiscard]] std::vector<unsigned> positions(const HostRange& range) const;
  static constexpr unsigned kNone = 0xffffffff;

 private:
  unsigned size_;
  std::shared_ptr<const std::vector<unsigned>> listed_;  // null: all
};

/// Parses `0,1,5,8..11`, hosts below kMaxHosts, each once. Nothing if it is not that.
std::optional<std::vector<unsigned>> parse_hosts(std::string_view text);
/// The same of at least two.
std::optional<HostList> parse_ranks(std::string_view text);

}  // namespace xb
