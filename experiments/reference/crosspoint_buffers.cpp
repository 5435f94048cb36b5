// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/crosspoint_buffers.h"

#include <utility>

namespace slots {

CrosspointBuffers::CrosspointBuffers(Sources sources, Parameters& parameters)
    : Model(sources.ports()),
      sources_(std::move(sources)),
      cells_(parameters.count("cells", 1, 1, 1000)),
      longest_(parameters.word("inputs", {"round-robin", "longest"}) == 1),
      queues_(ports(), std::vector<std::deque<std::uint64_t>>(ports())),
      crosspoints_(queues_),
      waiting_(ports()),
      holding_(ports()),
      next_output_(ports()),
      next_input_(ports()) {}

void CrosspointBuffers::slot() {
  arrive();
  for (unsigned input = 0; input < ports(); ++input) send(input);
  for (unsigned output = 0; output < ports(); ++output) take(output);
  ++now_;
}

void CrosspointBuffers::arrive() {
  for (unsigned input = 0; input < ports(); ++input) {
    if (const auto output = sources_.next(input)) {
      queues_[input][*output].push_back(now_);
      waiting_[input] |= only(*output);
      ++counts_.offered;
    }
  }
}

void CrosspointBuffers::send(unsigned input) {
  PortSet able = 0;
  std::size_t most = 0;
  for (PortSet rest = waiting_[input]; rest != 0; rest &= rest - 1) {
    const unsigned output = lowest(rest);
    if (crosspoints_[input][output].size() >= cells_) continue;
    const std::size_t rank = longest_ ? queues_[input][output].size() : 1;
    if (rank > most) able = 0;
    if (rank >= most) able |= only(output);
    if (rank > most) most = rank;
  }
  if (able == 0) return;
  const unsigned output = first_from(able, next_output_[input]);
  next_output_[input] = (output + 1) % ports();
  auto& queue = queues_[input][output];
  crosspoints_[input][output].push_back(queue.front());
  holding_[output] |= only(input);
  queue.pop_front();
  if (queue.empty()) waiting_[input] &= ~only(output);
}

void CrosspointBuffers::take(unsigned output) {
  if (holding_[output] == 0) return;
  const unsigned input = first_from(holding_[output], next_input_[output]);
  next_input_[output] = (input + 1) % ports();
  auto& crosspoint = crosspoints_[input][output];
  leaves(crosspoint.front(), now_);
  crosspoint.pop_front();
  if (crosspoint.empty()) holding_[output] &= ~only(input);
}

}  // namespace slots
