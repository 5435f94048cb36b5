// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/throughput_table.h"

namespace xb {

BenchTables rfc2889_meshed(const BenchPlan& setup, TrialBook& book) {
  const auto table = [&](const BenchPattern& pattern, const char* title) {
    return throughput_table(setup, book, pattern, "rfc2889 meshed", title);
  };
  BenchTables tables{table(full_mesh(), "RFC 2889 5.1 Fully meshed throughput"),
                     table(random_mesh(), "RFC 2889 5.1 with random order: fully meshed throughput"),
                     table(one_to_many(), "RFC 2889 5.2 Partially meshed throughput, one to many"),
                     table(many_to_one(), "RFC 2889 5.2 Partially meshed throughput, many to one"),
                     table(half_to_half(), "RFC 2889 5.4 Partially meshed throughput, unidirectional")};
  tables[0].notes.emplace_back(
      "In the RFC's order no two ports send to one output at a time as long as all keep in step: it is no "
      "test of contention. The same with random order, below, is.");
  tables[1].notes.emplace_back(
      "Not in the RFC: the frames of each source in random order, sources at random phases. Loads at which "
      "the trial loses not one frame are below the saturation that long runs find (docs/results.md).");
  return tables;
}

}  // namespace xb
