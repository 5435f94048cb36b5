// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/virtual_output_queues.h"

#include <utility>

namespace slots {

VirtualOutputQueues::VirtualOutputQueues(Sources sources, Parameters& parameters)
    : Model(sources.ports()),
      sources_(std::move(sources)),
      scheduler_(static_cast<Scheduler>(parameters.word("scheduler", {"islip", "pim", "rrm"}))),
      iterations_(static_cast<unsigned>(parameters.count("iterations", 1, 1, 64))),
      backlogged_(parameters.word("queues", {"endless", "backlogged"}) == 1),
      queues_(ports(), std::vector<std::deque<std::uint64_t>>(ports())),
      asking_(ports(), backlogged_ ? first_ports(ports()) : 0),
      grants_(ports()),
      grant_next_(ports()),
      accept_next_(ports()) {}

void VirtualOutputQueues::slot() {
  if (!backlogged_) arrive();
  PortSet inputs = first_ports(ports());  // without a partner
  PortSet outputs = inputs;
  for (unsigned n = 0; n < iterations_; ++n) {
    if (!round(n == 0, inputs, outputs)) break;
  }
  ++now_;
}

void VirtualOutputQueues::arrive() {
  for (unsigned input = 0; input < ports(); ++input) {
    if (const auto output = sources_.next(input)) {
      queues_[input][*output].push_back(now_);
      asking_[*output] |= only(input);
      ++counts_.offered;
    }
  }
}

/// Whether it has matched any.
bool VirtualOutputQueues::round(bool first, PortSet& inputs, PortSet& outputs) {
  PortSet granted = 0;
  for (PortSet rest = outputs; rest != 0; rest &= rest - 1) {
    const unsigned output = lowest(rest);
    const PortSet asking = asking_[output] & inputs;
    if (asking == 0) continue;
    const unsigned input = pick(asking, grant_next_[output]);
    if (first && scheduler_ == Scheduler::Rrm) grant_next_[output] = (input + 1) % ports();
    grants_[input] = only(output) | (has(granted, input) ? grants_[input] : 0);
    granted |= only(input);
  }
  for (PortSet rest = granted; rest != 0; rest &= rest - 1) {
    const unsigned input = lowest(rest);
    const unsigned output = pick(grants_[input], accept_next_[input]);
    if (first) {
      accept_next_[input] = (output + 1) % ports();
      if (scheduler_ == Scheduler::Islip) grant_next_[output] = (input + 1) % ports();
    }
    outputs &= ~only(output);
    leave(input, output);
  }
  inputs &= ~granted;
  return granted != 0;
}

void VirtualOutputQueues::leave(unsigned input, unsigned output) {
  if (backlogged_) {
    leaves(now_, now_);
    return;
  }
  auto& queue = queues_[input][output];
  leaves(queue.front(), now_);
  queue.pop_front();
  if (queue.empty()) asking_[output] &= ~only(input);
}

unsigned VirtualOutputQueues::pick(PortSet ports, unsigned pointer) {
  return scheduler_ == Scheduler::Pim ? any_of(ports, sources_.draw()) : first_from(ports, pointer);
}

}  // namespace slots
