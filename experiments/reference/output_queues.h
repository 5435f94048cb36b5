// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/sources.h"

namespace slots {

/// A queue without end per output, which all inputs may write in one slot.
class OutputQueues : public Model {
 public:
  OutputQueues(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  Sources sources_;
  std::vector<std::deque<std::uint64_t>> queues_;  // [output] slots in which cells came
  std::uint64_t now_ = 0;
};

}  // namespace slots
