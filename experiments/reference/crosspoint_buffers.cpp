// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <utility>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/port_set.h"
#include "experiments/reference/sources.h"

namespace slots {
namespace {

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

}  // namespace

std::unique_ptr<Model> make_crosspoint(Parameters& parameters) {
  return std::make_unique<CrosspointBuffers>(Sources(parameters), parameters);
}

}  // namespace slots
