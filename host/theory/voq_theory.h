// SPDX-License-Identifier: Apache-2.0
#pragma once
// Switches with virtual output queues, 16 x 16, Bernoulli traffic of cells unless said otherwise. Tables: an
// independent slot simulation (4e6 to 2e7 slots), consistent with McKeown 1999, Fig. 6 (within its 2 % of
// print) and Rojas-Cessa et al. 2001. experiments/reference makes them again.

#include <array>
#include <cmath>
#include <optional>

#include "host/wires/switch_settings.h"

namespace xb {

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
