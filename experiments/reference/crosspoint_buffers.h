// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/port_set.h"
#include "experiments/reference/sources.h"

namespace slots {

/// A queue without end per input and output, and a buffer of `cells` cells at each crosspoint. In each slot
/// cells come, then every input sends one to a crosspoint that has room, then every output takes one of its
/// crosspoints in turn: a cell may come, cross and leave in one slot.
/// Which queue an input serves: round-robin, in turn; longest, the one with most cells, of several in turn.
class CrosspointBuffers : public Model {
 public:
  /// Reads cells, inputs.
  CrosspointBuffers(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  using Queues = std::vector<std::vector<std::deque<std::uint64_t>>>;  // [input][output], when cells came

  void arrive();
  void send(unsigned input);
  void take(unsigned output);

  Sources sources_;
  std::size_t cells_;
  bool longest_;
  Queues queues_, crosspoints_;
  std::vector<PortSet> waiting_, holding_;  // [input], [output]: its queues, its crosspoints with cells
  std::vector<unsigned> next_output_, next_input_;
  std::uint64_t now_ = 0;
};

}  // namespace slots
