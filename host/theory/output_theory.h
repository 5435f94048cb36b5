// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

// A queue per output, uniform Bernoulli traffic of cells: in each slot a queue gets A ~ Bin(N, p/N) cells and
// sends one (Karol, Hluchyj, Morgan 1987; Hluchyj & Karol 1988).

/// Mean wait [slots]: (N-1)/N p / (2 (1-p)).
constexpr double output_queue_wait(unsigned ports, double load) {
  return (ports - 1.0) / ports * load / (2 * (1 - load));
}

/// Mean wait of one of two classes [slots], where a queue sends the higher first: the cells of a slot come
/// before one is sent, and the total wait is that of one class, as no slot is lost. `high_load`: of the load,
/// above 0 and below it.
constexpr double strict_queue_wait(unsigned ports, double load, double high_load, bool high) {
  const double high_wait = output_queue_wait(ports, high_load);
  if (high) return high_wait;
  return (load * output_queue_wait(ports, load) - high_load * high_wait) / (load - high_load);
}

/// Share of cells lost by a queue of b cells, of the chain Q' = min(max(0, Q+A-1), b): b counts the cells
/// that are left after the slot's departure ("convention K"). `load` above 0.
double output_queue_loss(unsigned ports, double load, unsigned cells);

/// The same where ports take turns, as they do in the pipelined memory: between two departures of an output
/// each input writes once, one after the other, and the input whose turn is the output's writes without
/// seeing that departure. The cell being sent has a place of its own besides the b. `load` above 0.
double output_queue_loss_turns(unsigned ports, double load, unsigned cells);

}  // namespace xb
