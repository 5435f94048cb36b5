// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/sources.h"

namespace slots {

/// Output queues in a memory of `cells` cells, shared completely, or a part of `cells` cells for each. Counts
/// losses, no waits.
/// * slotted: all cells of a slot come, every queue that has one sends a cell, and of what is left `cells`
///   stay. What is too much is taken from the cells that came in this slot, any of them equally likely.
/// * turns: for k = 0, 1, .. in a slot, the cell of input k comes and then output k sends. Both see the
///   memory as it was before either: output k sends only if it had a cell then. Each queue has a place of its
///   own besides the memory.
class SharedMemory : public Model {
 public:
  /// Reads cells, order, sharing.
  SharedMemory(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  enum class Order { Slotted, Turns };

  void slotted();
  void turns();
  void keep(std::vector<unsigned>& came);

  Sources sources_;
  std::size_t cells_;
  Order order_;
  bool parts_;
  std::vector<std::size_t> queues_;  // [output] cells
  std::size_t held_ = 0;             // cells, of all queues; turns: without those in places of their own
};

}  // namespace slots
