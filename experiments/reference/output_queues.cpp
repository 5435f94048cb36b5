// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/output_queues.h"

#include <utility>

namespace slots {

OutputQueues::OutputQueues(Sources sources, Parameters&)
    : Model(sources.ports()), sources_(std::move(sources)), queues_(ports()) {}

void OutputQueues::slot() {
  for (unsigned input = 0; input < ports(); ++input) {
    if (const auto output = sources_.next(input)) {
      queues_[*output].push_back(now_);
      ++counts_.offered;
    }
  }
  for (auto& queue : queues_) {
    if (queue.empty()) continue;
    leaves(queue.front(), now_);
    queue.pop_front();
  }
  ++now_;
}

}  // namespace slots
