// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <utility>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/port_set.h"
#include "experiments/reference/sources.h"

namespace slots {
namespace {

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

}  // namespace

std::unique_ptr<Model> make_voq(Parameters& parameters) {
  return std::make_unique<VirtualOutputQueues>(Sources(parameters), parameters);
}

}  // namespace slots
