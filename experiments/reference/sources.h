// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "experiments/reference/parameters.h"
#include "experiments/reference/port_set.h"

namespace slots {

/// The cells that come to the inputs.
/// * uniform: to each input in each slot with probability `load`, for any output.
/// * unbalanced: the same; with probability `unbalance` it is for the output of the input's number.
/// * bursty: an input is on for a geometric number of slots, 1 or more, `burst` on average, with a cell in
///   each, all for one output, any; then off for a geometric number of slots, 0 or more, so many that the
///   load is `load`.
class Sources {
 public:
  /// Reads ports, load, traffic, unbalance, burst, seed.
  explicit Sources(Parameters& parameters);

  [[nodiscard]] unsigned ports() const { return ports_; }
  [[nodiscard]] double load() const { return load_; }
  /// For all other draws of a model.
  Draw& draw() { return draw_; }

  /// The output of the cell that comes to this input in this slot, if one does.
  std::optional<unsigned> next(unsigned input);

 private:
  enum class Traffic { Uniform, Unbalanced, Bursty };

  std::optional<unsigned> next_of_burst(unsigned input);

  unsigned ports_;
  double load_;
  Traffic traffic_;
  double unbalance_ = 0;
  double ends_ = 0, begins_ = 0;  // bursty: the probabilities that a burst ends, or begins, in a slot
  struct Burst {
    bool on;
    unsigned output;
  };
  std::vector<Burst> bursts_;  // [input]
  Draw draw_;
};

}  // namespace slots
