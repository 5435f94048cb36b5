// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_fifo: first-word fall-through, one push and one pop a cycle, capacity set at run time.
/// The RTL's prefetch and read registers hold copies only, so the twin needs no counterpart of them.
class Fifo {
 public:
  Fifo(std::uint32_t max_depth, unsigned data_words)
      : max_depth_(max_depth),
        data_words_(data_words),
        data_(std::size_t{max_depth} * data_words),
        side_(max_depth) {}

  void reset() { read_ = write_ = count_ = 0; }
  [[nodiscard]] bool ready(std::uint32_t depth) const { return count_ < depth; }
  [[nodiscard]] bool valid() const { return count_ != 0; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] const std::uint64_t* data() const { return &data_[std::size_t{read_} * data_words_]; }
  [[nodiscard]] const Side& side() const { return side_[read_]; }

  /// Only when ready().
  void push(const std::uint64_t* data, const Side& side) {
    std::uint64_t* const slot = &data_[std::size_t{write_} * data_words_];
    for (unsigned w = 0; w < data_words_; ++w) slot[w] = data[w];
    side_[write_] = side;
    if (++write_ == max_depth_) write_ = 0;
    ++count_;
  }
  /// Only when valid().
  void pop() {
    if (++read_ == max_depth_) read_ = 0;
    --count_;
  }

 private:
  std::uint32_t max_depth_;
  unsigned data_words_;
  std::vector<std::uint64_t> data_;
  std::vector<Side> side_;
  std::uint32_t read_ = 0, write_ = 0, count_ = 0;
};

}  // namespace xb::twin
