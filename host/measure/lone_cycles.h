// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace xb {

/// What packets of one length take that are alone in a switch, from first beat in to first beat out, by phase
/// of its turns, input and output [cycles]. In many switches an input waits for its turn, and then for that
/// of the output, which is the same in each phase: such rows of outputs are one, so that the table is small.
class LoneCycles {
  struct Row {
    std::uint16_t begin = 0, least = 0;  // of its numbers, which are above the least
  };

 public:
  /// Those of one phase.
  class Inputs {
   public:
    Inputs() = default;
    explicit operator bool() const { return rows_ != nullptr; }
    [[nodiscard]] std::uint64_t operator()(unsigned input, unsigned output) const {
      const Row row = rows_[input];
      return std::uint64_t{row.least} + above_[row.begin + output];
    }

   private:
    friend class LoneCycles;
    Inputs(const Row* rows, const std::uint16_t* above) : rows_(rows), above_(above) {}

    const Row* rows_ = nullptr;
    const std::uint16_t* above_ = nullptr;
  };

  LoneCycles(unsigned ports, unsigned phases) : ports_(ports), rows_(std::size_t{ports} * phases) {}

  /// From an input to each output in one phase. False: there is no room for it.
  bool set(unsigned phase, unsigned input, std::vector<std::uint64_t> cycles) {
    const std::uint64_t least = *std::min_element(cycles.begin(), cycles.end());
    for (std::uint64_t& c : cycles) c -= least;
    const auto [row, is_new] = begins_.try_emplace(cycles, above_.size());
    const std::uint64_t largest = *std::max_element(cycles.begin(), cycles.end());
    if (std::max({least, largest, std::uint64_t{row->second}}) > kMost) return false;
    rows_[std::size_t{phase} * ports_ + input] = {static_cast<std::uint16_t>(row->second),
                                                  static_cast<std::uint16_t>(least)};
    if (!is_new) return true;
    for (const std::uint64_t c : cycles) above_.push_back(static_cast<std::uint16_t>(c));
    return true;
  }
  /// All have been set.
  void close() { begins_.clear(); }

  [[nodiscard]] Inputs in(std::uint64_t phase) const { return {&rows_[phase * ports_], above_.data()}; }
  /// Numbers that it keeps.
  [[nodiscard]] std::size_t size() const { return 2 * rows_.size() + above_.size(); }

 private:
  static constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();

  unsigned ports_;
  std::vector<Row> rows_;                                     // by phase and input
  std::vector<std::uint16_t> above_;                          // of different rows, by output in each
  std::map<std::vector<std::uint64_t>, std::size_t> begins_;  // of these
};

}  // namespace xb
