// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "host/wires/switch_settings.h"

namespace xb {

// A switch with one FIFO per input, uniform Bernoulli traffic of cells. Saturation without a window: the
// exact chain in this file. The tables here are from an independent slot simulation (20 batch means, 95 %
// intervals below 0.6 % for waits and 0.0005 for throughput); experiments/reference makes them again.

/// Saturation throughput of a switch with one FIFO per input under uniform Bernoulli traffic of cells: the
/// exact Markov chain of the head-of-line counts (Karol, Hluchyj, Morgan 1987; their table rounds .655242 and
/// .630150 upwards). Whoever wins an arbitration, it is the same.
struct HolSaturation {
  unsigned ports;
  double throughput;
};
constexpr std::array<HolSaturation, 9> kHolSaturation{{{2, 0.750000},
                                                       {3, 0.682540},
                                                       {4, 0.655242},
                                                       {5, 0.639917},
                                                       {6, 0.630150},
                                                       {7, 0.623371},
                                                       {8, 0.618390},
                                                       {16, 0.601616},
                                                       {32, 0.593589}}};

/// Limit for many ports: 2 - sqrt(2).
constexpr double kHolSaturationLimit = 0.585786437626905;

constexpr std::optional<double> hol_saturation(unsigned ports) {
  for (const auto& entry : kHolSaturation) {
    if (entry.ports == ports) return entry.throughput;
  }
  return {};
}

/// Saturation throughput when the first w cells of a FIFO bid, in w rounds. [w - 1]
/// Whom an output picks matters for w >= 2. Hluchyj & Karol 1988 print the age-based values within 0.01.
struct WindowSaturation {
  unsigned ports;
  std::array<double, 8> random;  ///< the winner is drawn
  /// The oldest cell wins, its age counted from when it came into the window, of several any; round robin is
  /// within 0.005 of it, and so are ages from an endless queue.
  std::array<double, 8> oldest;
};
constexpr std::array<WindowSaturation, 5> kWindowSaturation{
    {{2, {.750, .841, .885, .911, .928, .939, .948, .954}, {.750, .846, .892, .918, .935, .946, .955, .960}},
     {4, {.655, .757, .810, .844, .869, .887, .901, .912}, {.655, .759, .814, .850, .874, .893, .907, .918}},
     {8, {.618, .725, .781, .816, .841, .860, .875, .886}, {.619, .727, .784, .821, .846, .865, .880, .892}},
     {16, {.602, .710, .768, .804, .830, .849, .863, .876}, {.602, .712, .770, .807, .833, .853, .868, .880}},
     {32,
      {.594, .703, .761, .798, .824, .844, .858, .870},
      {.594, .705, .764, .801, .827, .847, .862, .875}}}};

constexpr std::optional<double> window_saturation(unsigned ports, unsigned window, Arbitration arbiter) {
  for (const auto& entry : kWindowSaturation) {
    if (entry.ports == ports)
      return (arbiter == Arbitration::Random ? entry.random : entry.oldest)[window - 1];
  }
  return {};
}

/// Mean wait of a cell [slots] by the arbiter of the outputs. The order random > round robin > oldest is no
/// accident: throughput does not depend on who wins, waiting does.
struct InputWait {
  unsigned ports;
  double load, random, round_robin, oldest;
};
constexpr std::array<InputWait, 12> kInputWait{{{4, .1, .0451, .0452, .0453},
                                                {4, .2, .1141, .1133, .1121},
                                                {4, .3, .2278, .2237, .2177},
                                                {4, .4, .4431, .4274, .4009},
                                                {4, .5, .9618, .9180, .7873},
                                                {4, .55, 1.637, 1.531, 1.201},
                                                {16, .1, .0582, .0579, .0578},
                                                {16, .2, .1511, .1500, .1473},
                                                {16, .3, .3186, .3112, .2960},
                                                {16, .4, .6820, .6512, .5762},
                                                {16, .5, 1.867, 1.727, 1.267},
                                                {16, .55, 4.310, 3.896, 2.237}}};

constexpr std::optional<double> input_wait(unsigned ports, double load, Arbitration arbiter) {
  for (const auto& entry : kInputWait) {
    if (entry.ports != ports || entry.load != load) continue;
    return arbiter == Arbitration::Random   ? entry.random
           : arbiter == Arbitration::Oldest ? entry.oldest
                                            : entry.round_robin;
  }
  return {};
}

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

/// Loss of a memory of B cells shared completely by all outputs, uniform Bernoulli traffic of cells, where
/// ports take turns, as they do in the pipelined memory: within a slot, input k's arrival is followed by
/// output k's departure, decided before that arrival. A memory that takes all arrivals of a slot before any
/// departure has more cells at the worst moment, and loses what one of 2 to 3 cells less does here.
/// Independent simulation of these rules (2e7 slots), 16 ports, load 0.8; each output has a cell of its own
/// besides. experiments/reference makes it again.
struct TurnsLoss {
  unsigned cells;
  double loss;
};
constexpr std::array<TurnsLoss, 6> kSharingLossTurns{
    {{16, 3.879e-2}, {32, 1.706e-3}, {36, 5.52e-4}, {40, 1.60e-4}, {44, 4.20e-5}, {48, 1.01e-5}}};

constexpr std::optional<double> sharing_loss_turns(unsigned ports, double load, unsigned cells) {
  if (ports != 16 || load != .8) return {};
  for (const auto& entry : kSharingLossTurns) {
    if (entry.cells == cells) return entry.loss;
  }
  return {};
}

/// Length of each of S overloaded queues under a dynamic threshold, in the unit of `memory`
/// (Choudhury & Hahne 1998): alpha B / (1 + alpha S).
constexpr double threshold_queue(double alpha, double memory, unsigned overloaded) {
  return alpha * memory / (1 + alpha * overloaded);
}

// Switches with virtual output queues, 16 x 16, Bernoulli traffic of cells unless said otherwise. Tables: an
// independent slot simulation (4e6 to 2e7 slots), consistent with McKeown 1999, Fig. 6 (within its 2 % of
// print) and Rojas-Cessa et al. 2001. experiments/reference makes them again.

/// A row: a table's variable, and one value per scheduler (0: none).
template <std::size_t Columns>
struct TheoryRow {
  double at;
  std::array<double, Columns> value;
};

/// The value of a column where the variable is `at`.
template <std::size_t Rows, std::size_t Columns>
constexpr std::optional<double> table_value(const std::array<TheoryRow<Columns>, Rows>& table, double at,
                                            unsigned column) {
  for (const auto& row : table) {
    if (row.at == at && row.value[column] != 0) return row.value[column];
  }
  return {};
}

/// Mean wait [slots] under uniform traffic by load: iSLIP of 1..4 iterations, PIM of 1, 2, 4, RRM of 1.
constexpr std::array<TheoryRow<8>, 11> kMatchingWait{
    {{.1, {.0579, .0571, .0571, .0571, .0577, .0570, .0570, 0}},
     {.3, {.3027, .2614, .2614, .2614, .3000, .2600, .2600, 0}},
     {.5, {1.3047, .7186, .7176, .7176, 1.3445, .7102, .7094, 1.344}},
     {.6, {4.49, 1.178, 1.169, 1.169, 5.86, 1.163, 1.153, 5.91}},
     {.7, {21.21, 2.063, 1.987, 1.987, 0, 2.043, 1.961, 0}},
     {.8, {44.58, 4.596, 3.766, 3.760, 0, 4.625, 3.713, 0}},
     {.85, {66.8, 9.54, 5.70, 5.66, 0, 0, 0, 0}},
     {.9, {114.0, 24.28, 10.12, 9.75, 0, 0, 9.68, 0}},
     {.95, {262, 54.3, 27.07, 24.5, 0, 0, 23.4, 0}},
     {.98, {726, 232.5, 169.9, 167.4, 0, 0, 0, 0}},
     {.99, {1485, 637, 602, 608, 0, 0, 0, 0}}}};

/// The column of kMatchingWait.
constexpr std::optional<unsigned> matching_column(Scheduler scheduler, unsigned iterations) {
  if (scheduler == Scheduler::Islip) return iterations - 1;
  if (scheduler == Scheduler::Pim && iterations != 3) return iterations == 4 ? 6 : 3 + iterations;
  if (scheduler == Scheduler::Rrm && iterations == 1) return 7;
  return {};
}

/// Mean wait [slots] with crosspoints of 1, 2 and 4 cells, uniform traffic, by load: round robin over the
/// virtual output queues whose crosspoint has room, round robin over an output's crosspoints, and a cell may
/// enter a crosspoint and leave it in one slot. At .95 they are 1 % low: 11.11, 9.95, 9.18
/// (docs/slot-values.md).
constexpr std::array<TheoryRow<3>, 5> kCrosspointWait{{{.5, {.479, .468, .468}},
                                                       {.8, {2.10, 1.90, 1.88}},
                                                       {.9, {5.05, 4.44, 4.24}},
                                                       {.95, {11.0, 9.85, 9.09}},
                                                       {.99, {62, 59, 55}}}};

/// Throughput of PIM with one iteration when all virtual output queues are backlogged: 1 - (1-1/N)^N, exactly
/// (Anderson et al. 1993).
inline double pim1_saturation(unsigned ports) { return 1 - std::pow(1 - 1.0 / ports, ports); }

/// Throughput with all queues backlogged, by ports: PIM of 2 and of 4 iterations. iSLIP reaches 1 once its
/// pointers have come apart.
constexpr std::array<TheoryRow<2>, 4> kPimSaturation{
    {{4, {.956, 1.000}}, {8, {.902, .99996}}, {16, {.882, .9989}}, {32, {.873, .9935}}}};

/// Throughput at load 1 under `unbalanced` traffic by w: iSLIP of 1 and 4 iterations, PIM of 4, crosspoints
/// of one cell with inputs that take turns, and with the longest queue first. Below 1 the latter, and all at
/// w = 0, go on growing with the length of the run.
constexpr std::array<TheoryRow<5>, 11> kUnbalanced{{{0, {.993, .995, .997, .998, .999}},
                                                    {.1, {.904, .943, .955, .966, .999}},
                                                    {.2, {.810, .898, .921, .935, .999}},
                                                    {.3, {.722, .858, .892, .905, .999}},
                                                    {.4, {.667, .827, .870, .877, .999}},
                                                    {.5, {.671, .805, .856, .856, .999}},
                                                    {.6, {.708, .799, .851, .846, .999}},
                                                    {.7, {.762, .814, .857, .851, .999}},
                                                    {.8, {.831, .853, .880, .875, .999}},
                                                    {.9, {.911, .916, .924, .923, .999}},
                                                    {1, {1, 1, 1, 1, 1}}}};

/// Mean wait [slots] under `bursty` traffic: an output queue, iSLIP of 1 and of 4 iterations.
struct BurstyWait {
  double burst, load, output, islip1, islip4;
};
constexpr std::array<BurstyWait, 5> kBurstyWait{{{16, .5, 14.2, 24.3, 17.9},
                                                 {16, .8, 57.0, 1163, 89.5},
                                                 {16, .9, 129.6, 2410, 227.8},
                                                 {32, .5, 29.0, 48.6, 36.0},
                                                 {32, .8, 117, 2334, 180}}};

}  // namespace xb
