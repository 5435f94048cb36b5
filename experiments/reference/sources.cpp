// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/sources.h"

namespace slots {

Sources::Sources(Parameters& parameters)
    : ports_(static_cast<unsigned>(parameters.count("ports", 16, 1, 64))),
      load_(parameters.number("load", 0.5, 0.001, 1)),
      traffic_(static_cast<Traffic>(parameters.word("traffic", {"uniform", "unbalanced", "bursty"}))),
      draw_(parameters.count("seed", 1, 0, 1000000000)) {
  if (traffic_ == Traffic::Unbalanced) unbalance_ = parameters.number("unbalance", 0.5, 0, 1);
  if (traffic_ == Traffic::Bursty) {
    const double on = parameters.number("burst", 16, 1, 1e6);
    const double off = on * (1 - load_) / load_;
    ends_ = 1 / on;
    begins_ = 1 / (1 + off);
    bursts_.resize(ports_);
  }
}

std::optional<unsigned> Sources::next(unsigned input) {
  if (traffic_ == Traffic::Bursty) return next_of_burst(input);
  if (!draw_.chance(load_)) return {};
  if (traffic_ == Traffic::Unbalanced && draw_.chance(unbalance_)) return input;
  return draw_.below(ports_);
}

std::optional<unsigned> Sources::next_of_burst(unsigned input) {
  Burst& burst = bursts_[input];
  if (!burst.on) {
    if (!draw_.chance(begins_)) return {};
    burst = {true, draw_.below(ports_)};
  }
  burst.on = !draw_.chance(ends_);
  return burst.output;
}

}  // namespace slots
