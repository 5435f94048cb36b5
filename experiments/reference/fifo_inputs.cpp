// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/fifo_inputs.h"

#include <utility>

namespace slots {

FifoInputs::FifoInputs(Sources sources, Parameters& parameters)
    : Model(sources.ports()),
      sources_(std::move(sources)),
      window_(static_cast<unsigned>(parameters.count("window", 1, 1, 64))),
      arbiter_(static_cast<Arbiter>(parameters.word("arbiter", {"random", "round-robin", "oldest"}))),
      queues_(ports()),
      next_(ports()),
      bidders_(ports()) {}

void FifoInputs::slot() {
  arrive();
  PortSet inputs = first_ports(ports());  // that have not won
  PortSet outputs = inputs;               // that have not been won
  for (unsigned k = 0; k < window_; ++k) round(k, inputs, outputs);
  ++now_;
}

void FifoInputs::arrive() {
  for (unsigned input = 0; input < ports(); ++input) {
    auto& queue = queues_[input];
    if (sources_.load() < 1) {
      if (const auto output = sources_.next(input)) {
        queue.push_back({now_, *output});
        ++counts_.offered;
      }
      continue;
    }
    // At load 1 the cells of the window are always there; one comes when there is a place.
    for (; queue.size() < window_; ++counts_.offered) queue.push_back({now_, *sources_.next(input)});
  }
}

void FifoInputs::round(unsigned k, PortSet& inputs, PortSet& outputs) {
  PortSet wanted = 0;
  for (PortSet rest = inputs; rest != 0; rest &= rest - 1) {
    const unsigned input = lowest(rest);
    if (queues_[input].size() <= k) continue;
    const unsigned output = queues_[input][k].output;
    if (!has(outputs, output)) continue;
    bidders_[output] = only(input) | (has(wanted, output) ? bidders_[output] : 0);
    wanted |= only(output);
  }
  for (PortSet rest = wanted; rest != 0; rest &= rest - 1) {
    const unsigned output = lowest(rest);
    const unsigned input = winner(output, bidders_[output], k);
    next_[output] = (input + 1) % ports();
    auto& queue = queues_[input];
    leaves(queue[k].came, now_);
    queue.erase(queue.begin() + k);
    inputs &= ~only(input);
  }
  outputs &= ~wanted;
}

unsigned FifoInputs::winner(unsigned output, PortSet bidders, unsigned k) {
  if (arbiter_ == Arbiter::Random) return any_of(bidders, sources_.draw());
  if (arbiter_ == Arbiter::RoundRobin) return first_from(bidders, next_[output]);
  PortSet oldest = 0;
  std::uint64_t came = ~std::uint64_t{0};
  for (PortSet rest = bidders; rest != 0; rest &= rest - 1) {
    const unsigned input = lowest(rest);
    const std::uint64_t its = queues_[input][k].came;
    if (its < came) oldest = 0;
    if (its <= came) oldest |= only(input);
    if (its < came) came = its;
  }
  return any_of(oldest, sources_.draw());
}

}  // namespace slots
