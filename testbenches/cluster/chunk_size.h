// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace xb {

/// How many points make a chunk that takes about so many seconds, by the time that finished points took.
class ChunkSize {
 public:
  explicit ChunkSize(double seconds) : seconds_(seconds) {}

  /// A point of this cost (cost_of()) took so long.
  void took(double cost, double seconds);
  /// Whether any has.
  [[nodiscard]] bool is_known() const { return cost_ > 0; }
  /// How many of the next points, `most` at most and of these costs, make a chunk: at least one, unless there
  /// are none. One if nothing is known.
  [[nodiscard]] std::size_t points(std::size_t most, const std::function<double(std::size_t)>& cost) const;

 private:
  double seconds_, cost_ = 0, took_ = 0;
};

}  // namespace xb
