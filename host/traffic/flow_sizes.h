// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
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

/// Whether the value of the key `flow-sizes` is a file.
bool is_flow_file(const std::string& value);
/// What a value of the key `flow-sizes` may be, besides `none` and a file.
const std::vector<std::string>& flow_size_names();
/// The table of that name, or of a file with lines `BYTES SHARE`. Throws InputError.
FlowSizes flow_sizes(const std::string& name);

}  // namespace xb
