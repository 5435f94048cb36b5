// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <utility>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/port_set.h"
#include "experiments/reference/sources.h"

namespace slots {
namespace {

/// A FIFO without end per input. In round k = 1..window, every input that has not won yet bids with its k-th
/// cell, if that cell's output has not been won; each output takes one of its bidders:
/// * random: any of them
/// * round-robin: the first from one past the last winner on
/// * oldest: the one whose cell came first; of several, any
/// At load 1 each queue is full with as many cells as the window has, so that a cell comes when one leaves.
/// Both rules of `oldest`, age from the entry into the window and ties drawn, were fitted to the cited
/// values.
class FifoInputs : public Model {
 public:
  /// Reads window, arbiter.
  FifoInputs(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  enum class Arbiter { Random, RoundRobin, Oldest };
  struct Cell {
    std::uint64_t came;
    unsigned output;
  };

  void arrive();
  void round(unsigned k, PortSet& inputs, PortSet& outputs);
  unsigned winner(unsigned output, PortSet bidders, unsigned k);

  Sources sources_;
  unsigned window_;
  Arbiter arbiter_;
  std::vector<std::deque<Cell>> queues_;  // [input]
  std::vector<unsigned> next_;            // [output] round robin: one past the last winner
  std::vector<PortSet> bidders_;          // [output]
  std::uint64_t now_ = 0;
};

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

}  // namespace

std::unique_ptr<Model> make_fifo(Parameters& parameters) {
  return std::make_unique<FifoInputs>(Sources(parameters), parameters);
}

}  // namespace slots
