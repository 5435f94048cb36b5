// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/throughput_table.h"

namespace xb {

BenchTables rfc2544_throughput(const BenchPlan& setup, TrialBook& book) {
  return {throughput_table(setup, book, port_pairs(), "rfc2544 throughput", "RFC 2544 26.1 Throughput")};
}

}  // namespace xb
