// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_rounds.h"

#include <unistd.h>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"

using namespace xb;

namespace {

std::string table_of(unsigned jobs) {
  const BenchSetup setup = small_bench(bench_config("input", 4, 64), {64, 128}, 10, 4000);
  TrialBook book;
  BenchTables tables;
  TrialOptions options;
  options.jobs = jobs;
  options.quiet = true;
  const auto ask = [&] { tables = rfc2889_meshed(setup, book); };
  run_rounds(book, ask, options);
  std::string text;
  for (const BenchTable& table : tables) text += table_text(table);
  return text;
}

}  // namespace

TEST_CASE("tables do not depend on the number of worker processes", "[testbenches]") {
  const std::string one = table_of(1);
  CHECK(one.find("RFC 2889 5.1") != std::string::npos);
  CHECK(table_of(3) == one);
}

TEST_CASE("a trial that goes wrong, or whose worker dies each time, ends the benchmark", "[testbenches]") {
  const BenchSetup setup = small_bench(bench_config("input", 4, 64), {64}, 10, 4000);
  TrialBook book;
  const auto ask = [&] { rfc2889_congestion(setup, book); };
  TrialOptions options;
  options.quiet = true;
  options.run = [](const Trial&) -> TrialResult { throw RunError("the switch did something wrong"); };
  CHECK_THROWS_WITH(run_rounds(book, ask, options), "the switch did something wrong");
  options.run = [](const Trial&) -> TrialResult { _exit(3); };
  CHECK_THROWS_AS(run_rounds(book, ask, options), RunError);
  CHECK(book.known() == 0);
}
