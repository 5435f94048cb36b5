// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <utility>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/sources.h"

namespace slots {
namespace {

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

}  // namespace

std::unique_ptr<Model> make_output(Parameters& parameters) {
  return std::make_unique<OutputQueues>(Sources(parameters), parameters);
}

}  // namespace slots
