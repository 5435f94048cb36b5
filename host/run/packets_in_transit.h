// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace xb {

/// How many packets of a host are on their way at once, from its memory to their destinations': eta of Tam's
/// thesis, 6.2.
class PacketsInTransit {
 public:
  explicit PacketsInTransit(unsigned hosts) : hosts_(hosts) {}

  /// A packet of `host` was on its way in the cycles begin..end-1. In any order.
  void add(unsigned host, std::uint64_t begin, std::uint64_t end) {
    hosts_[host].begins.push_back(begin);
    hosts_[host].ends.push_back(end);
  }
  /// Of the host with most.
  [[nodiscard]] std::uint64_t most() {
    std::uint64_t most = 0;
    for (Times& times : hosts_) {
      std::sort(times.begins.begin(), times.begins.end());
      std::sort(times.ends.begin(), times.ends.end());
      std::size_t ended = 0;
      for (std::size_t begun = 0; begun < times.begins.size(); ++begun) {
        while (times.ends[ended] <= times.begins[begun]) ++ended;
        most = std::max<std::uint64_t>(most, begun + 1 - ended);
      }
    }
    return most;
  }

 private:
  struct Times {
    std::vector<std::uint64_t> begins, ends;
  };
  std::vector<Times> hosts_;
};

}  // namespace xb
