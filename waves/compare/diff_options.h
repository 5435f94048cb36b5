// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace xb {

/// What is compared, and how.
struct DiffOptions {
  std::string want, got;  ///< files
  std::string clock;      ///< name or path of the clock in both, or empty: found by its name
  /// Scopes that correspond, WANT's first; empty: found by the names below them.
  std::vector<std::pair<std::string, std::string>> scopes;
  std::string ignore_file;  ///< patterns of signals that may differ, or empty
  unsigned slip = 16;       ///< cycles by which GOT may be recognised as earlier or later; at most kMostSlip
  bool allow_slip = false;  ///< a recognised slip is no difference
  bool by_count = false;    ///< cycles are counted, whatever a signal `cycle` says
  std::uint64_t from = 0;   ///< cycles that are compared, both ends included
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();
  /// Called now and then: cycle reached, and the share done, 0..1, or negative where it is not known.
  std::function<void(std::uint64_t cycle, double share)> progress;

  static constexpr unsigned kMostSlip = 1024;
};

}  // namespace xb
