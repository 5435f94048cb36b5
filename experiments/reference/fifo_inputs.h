// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/port_set.h"
#include "experiments/reference/sources.h"

namespace slots {

/// A FIFO without end per input. In round k = 1..window, every input that has not won yet bids with its k-th
/// cell, if that cell's output has not been won; each output takes one of its bidders:
/// * random: any of them
/// * round-robin: the first from one past the last winner on
/// * oldest: the one whose cell came first; of several, any
/// At load 1 each queue is full with as many cells as the window has, so that a cell comes when one leaves.
/// Both rules of `oldest`, age from the entry into the window and ties drawn, were fitted to the cited
/// values.
class FifoInputs : public Model {
 public:
  /// Reads window, arbiter.
  FifoInputs(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  enum class Arbiter { Random, RoundRobin, Oldest };
  struct Cell {
    std::uint64_t came;
    unsigned output;
  };

  void arrive();
  void round(unsigned k, PortSet& inputs, PortSet& outputs);
  unsigned winner(unsigned output, PortSet bidders, unsigned k);

  Sources sources_;
  unsigned window_;
  Arbiter arbiter_;
  std::vector<std::deque<Cell>> queues_;  // [input]
  std::vector<unsigned> next_;            // [output] round robin: one past the last winner
  std::vector<PortSet> bidders_;          // [output]
  std::uint64_t now_ = 0;
};

}  // namespace slots
