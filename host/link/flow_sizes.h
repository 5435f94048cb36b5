// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/base/random.h"

namespace xb {

/// A distribution of the sizes of flows: of each part of a table, all whole numbers of bytes are alike.
class FlowSizes {
 public:
  /// Flows of at most so many bytes, and their share of all.
  struct Point {
    std::uint64_t bytes;
    double share;
  };
  /// Rising; the last share is 1. The first size has its share by itself.
  explicit FlowSizes(std::vector<Point> table) : table_(std::move(table)) {}

  [[nodiscard]] std::uint64_t draw(RandomStream& stream) const;
  /// Mean of what a flow takes that goes in packets of `longest` bytes; the last one, of what is left, is no
  /// shorter than `shortest`. `of(bytes)`: what one packet takes.
  template <class Of>
  [[nodiscard]] double mean(unsigned shortest, unsigned longest, Of&& of) const {
    std::vector<double> up_to(longest + 1, 0);  // of flows of 1 .. n bytes, all together
    for (unsigned n = 1; n <= longest; ++n)
      up_to[n] = up_to[n - 1] + static_cast<double>(of(n < shortest ? shortest : n));
    const auto whole = static_cast<double>(of(longest));
    const auto sum = [&](std::uint64_t bytes) {
      const std::uint64_t rest = bytes % longest;
      const std::uint64_t full = (bytes - rest) / longest;
      const auto packets = static_cast<double>(full);
      return packets * up_to[longest] + whole * longest * packets * (packets - 1) / 2 +
             whole * packets * static_cast<double>(rest) + up_to[rest];
    };
    double mean = 0, before = 0;
    std::uint64_t above = table_.front().bytes - 1;
    for (const Point& point : table_) {
      if (point.bytes > above)
        mean += (point.share - before) * (sum(point.bytes) - sum(above)) /
                static_cast<double>(point.bytes - above);
      before = point.share;
      above = point.bytes;
    }
    return mean;
  }

 private:
  std::vector<Point> table_;
};

/// Tables that need no file.
struct NamedFlowSizes {
  std::string name;
  FlowSizes sizes;
};
const std::vector<NamedFlowSizes>& named_flow_sizes();
/// That of a name, or null.
const FlowSizes* parse_flow_sizes(std::string_view name);
/// Of a file with lines `BYTES SHARE`. Throws InputError.
FlowSizes read_flow_sizes(const std::string& path);

}  // namespace xb
