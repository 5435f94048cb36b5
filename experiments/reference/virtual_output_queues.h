// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/port_set.h"
#include "experiments/reference/sources.h"

namespace slots {

/// A queue without end per input and output, and a matching in each slot. In each of its rounds, every output
/// without a partner grants one of the inputs without one that have a cell for it, and every input accepts
/// one of its grants.
/// * islip: the first from a pointer on, on both sides. In the first round, and only if the grant is
///   accepted, both pointers move to one past the partner (McKeown 1999).
/// * pim: any, on both sides (Anderson et al. 1993).
/// * rrm: as islip, but an output's pointer moves to one past the input that it grants, accepted or not.
class VirtualOutputQueues : public Model {
 public:
  /// Reads scheduler, iterations, and queues: `backlogged` for queues that are never empty.
  VirtualOutputQueues(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  enum class Scheduler { Islip, Pim, Rrm };

  void arrive();
  bool round(bool first, PortSet& inputs, PortSet& outputs);
  void leave(unsigned input, unsigned output);
  unsigned pick(PortSet ports, unsigned pointer);

  Sources sources_;
  Scheduler scheduler_;
  unsigned iterations_;
  bool backlogged_;
  std::vector<std::vector<std::deque<std::uint64_t>>> queues_;  // [input][output] slots in which cells came
  std::vector<PortSet> asking_;                                 // [output] inputs with a cell for it
  std::vector<PortSet> grants_;                                 // [input] in this round
  std::vector<unsigned> grant_next_, accept_next_;              // [output], [input] pointers
  std::uint64_t now_ = 0;
};

}  // namespace slots
