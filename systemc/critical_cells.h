// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/wires.h"

namespace xb::twin {

/// Critical cells first (Chuang, Goel, McKeown, Prabhakar 1999): each phase is a stable matching. An output
/// prefers the cell that came first, which an output-queued switch would send next; an input the cell that
/// came last, the order with which a speed-up of 2 - 1/N is enough. Cells of one input and output go in
/// order: the first of them counts, in the place that it has itself. A cell is a packet of one beat.
class CriticalCells {
 public:
  explicit CriticalCells(unsigned ports) : inputs_(ports), outputs_(ports), dest_(ports), number_(ports) {}

  void reset() {
    for (auto& list : inputs_) list.clear();
    for (Output& output : outputs_) output = {};
    work_ = 0;
  }

  /// A cell can be moved from now on; cells that come together do so in the order of these calls.
  void arrive(unsigned input, unsigned output) {
    inputs_[input].push_back(static_cast<std::uint8_t>(output));
    outputs_[output].cells.push_back({outputs_[output].next++, static_cast<std::uint8_t>(input)});
    work_ |= bit(output);
  }
  /// Outputs with cells at inputs.
  [[nodiscard]] PortMask work() const { return work_; }

  /// Matches inputs with these outputs. Returns the inputs, whose cells are moved: to dest(input), in which
  /// it is number(input) of all cells that have come for it.
  PortMask match(PortMask out_free) {
    PortMask asking = work_ & out_free, matched = 0;
    std::array<PortMask, kMaxPorts> asked{};
    while (asking != 0) {
      const auto j = static_cast<unsigned>(__builtin_ctzll(asking));
      const auto& cells = outputs_[j].cells;
      const auto next = std::find_if(cells.begin(), cells.end(),
                                     [&](const Cell& cell) { return (asked[j] & bit(cell.input)) == 0; });
      if (next == cells.end()) {
        asking &= ~bit(j);
        continue;
      }
      const unsigned i = next->input;
      asked[j] |= bit(i);
      if ((matched & bit(i)) != 0) {
        if (place(i, j) < place(i, dest_[i])) continue;
        asking |= bit(dest_[i]);
      }
      matched |= bit(i);
      asking &= ~bit(j);
      dest_[i] = static_cast<std::uint8_t>(j);
    }
    for_each_port(matched, [&](unsigned i) { take(i, dest_[i]); });
    return matched;
  }
  [[nodiscard]] unsigned dest(unsigned input) const { return dest_[input]; }
  [[nodiscard]] std::uint32_t number(unsigned input) const { return number_[input]; }

  /// The lists without the numbers: what decides the matchings to come.
  [[nodiscard]] std::vector<std::uint8_t> state() const {
    std::vector<std::uint8_t> state;
    for (const auto& list : inputs_) {
      state.insert(state.end(), list.begin(), list.end());
      state.push_back(kMaxPorts);
    }
    for (const Output& output : outputs_) {
      for (const Cell& cell : output.cells) state.push_back(cell.input);
      state.push_back(kMaxPorts);
    }
    return state;
  }

 private:
  struct Cell {
    std::uint32_t number;
    std::uint8_t input;
  };
  struct Output {
    std::vector<Cell> cells;  // at inputs, in the order in which they came
    std::uint32_t next = 0;
  };

  /// Where the next cell for an output stands in the input's list.
  [[nodiscard]] std::ptrdiff_t place(unsigned input, unsigned output) const {
    const auto& list = inputs_[input];
    return std::find(list.begin(), list.end(), output) - list.begin();
  }
  void take(unsigned input, unsigned output) {
    auto& cells = outputs_[output].cells;
    const auto cell =
        std::find_if(cells.begin(), cells.end(), [&](const Cell& one) { return one.input == input; });
    number_[input] = cell->number;
    cells.erase(cell);
    work_ &= ~(PortMask{cells.empty()} << output);
    inputs_[input].erase(inputs_[input].begin() + place(input, output));
  }

  std::vector<std::vector<std::uint8_t>> inputs_;  // outputs of an input's cells, the last that came last
  std::vector<Output> outputs_;
  PortMask work_ = 0;
  std::vector<std::uint8_t> dest_;
  std::vector<std::uint32_t> number_;
};

}  // namespace xb::twin
