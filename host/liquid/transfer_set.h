// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/liquid/bit_rows.h"

namespace xb {

/// One packet from a host to a host.
struct Transfer {
  std::uint16_t source;
  std::uint16_t destination;

  friend bool operator==(Transfer a, Transfer b) {
    return a.source == b.source && a.destination == b.destination;
  }
};

/// The links of a transfer's path, by number; each once.
class LinkPath {
 public:
  LinkPath(const std::uint32_t* first, const std::uint32_t* last) : first_(first), last_(last) {}
  [[nodiscard]] const std::uint32_t* begin() const { return first_; }
  [[nodiscard]] const std::uint32_t* end() const { return last_; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last_ - first_); }

 private:
  const std::uint32_t* first_;
  const std::uint32_t* last_;
};

/// Where a link leads from and to, and how fast it is.
struct LinkKind {
  enum class Ends : std::uint8_t { FromHost, ToHost, Inner };
  Ends ends = Ends::Inner;
  unsigned period_cycles = 1;  ///< it moves a beat in every so many cycles
};

/// A traffic as Gabrielyan & Hersch (2003) define it: transfers of one packet each, and the links that each
/// uses. Several transfers may have the same hosts and the same path. Links go one way.
class TransferSet {
 public:
  /// Returns the link's number. `capacity`: transfers of one step that it carries, at least 1; a link that is
  /// c times as fast as the slowest one carries c.
  unsigned add_link(std::string name, unsigned capacity = 1, LinkKind kind = {});
  /// Returns the transfer's number. `links`: of its path, each once, at least one.
  unsigned add(Transfer transfer, const std::vector<unsigned>& links);

  /// Each host becomes rename(host); the links stay.
  template <typename Rename>
  void rename(const Rename& rename) {
    for (Transfer& t : transfers_) t = {rename(t.source), rename(t.destination)};
  }

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(transfers_.size()); }
  [[nodiscard]] Transfer operator[](unsigned transfer) const { return transfers_[transfer]; }
  [[nodiscard]] LinkPath path(unsigned transfer) const {
    return {&path_[first_[transfer]], &path_[first_[transfer]] + (first_[transfer + 1] - first_[transfer])};
  }
  [[nodiscard]] unsigned links() const { return static_cast<unsigned>(names_.size()); }
  [[nodiscard]] const std::string& link_name(unsigned link) const { return names_[link]; }
  [[nodiscard]] LinkKind kind(unsigned link) const { return kinds_[link]; }
  [[nodiscard]] unsigned capacity(unsigned link) const { return capacity_[link]; }
  /// All links carry one transfer a step: two transfers congest or do not, whatever else goes on.
  [[nodiscard]] bool unit_capacity() const { return unit_capacity_; }

  /// Transfers that use a link.
  [[nodiscard]] unsigned load(unsigned link) const { return load_[link]; }
  /// Steps that a link needs for its load.
  [[nodiscard]] unsigned steps(unsigned link) const {
    return (load_[link] + capacity_[link] - 1) / capacity_[link];
  }
  /// Lambda: the steps of the links that need the most; 0 without transfers.
  [[nodiscard]] unsigned duration() const;
  /// The links that need them.
  [[nodiscard]] std::vector<unsigned> bottlenecks() const;
  /// Transfers a step of a schedule as short as the duration: in units of one link's throughput.
  [[nodiscard]] double liquid_throughput() const;

 private:
  std::vector<std::string> names_;              // by link
  std::vector<LinkKind> kinds_;                 // by link
  std::vector<std::uint32_t> capacity_, load_;  // by link
  std::vector<Transfer> transfers_;
  std::vector<std::uint32_t> first_{0};  // by transfer: where its path begins
  std::vector<std::uint32_t> path_;
  bool unit_capacity_ = true;
};

/// By link: the transfers that use it.
BitRows users_of_links(const TransferSet& transfers);
/// By transfer: the others that share a link of capacity 1 with it.
BitRows congestion(const TransferSet& transfers, const BitRows& users);

/// Which step each transfer goes in.
struct StepSchedule {
  unsigned steps = 0;
  std::vector<std::uint32_t> step_of = {};  ///< by transfer: 0..steps-1
};

}  // namespace xb
