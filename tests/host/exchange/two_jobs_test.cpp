// SPDX-License-Identifier: Apache-2.0

#include "host/exchange/algorithms.h"
#include "tests/catch.h"
#include "tests/host/schedule/same_schedule.h"
#include "tests/host/schedule/schedule_execution.h"

using namespace xb;

namespace {

/// The programs of every second rank from `first` on, as if they were all.
Schedule job_of(const Schedule& both, unsigned first) {
  Schedule job;
  for (std::size_t rank = first; rank < both.ranks.size(); rank += 2) {
    RankProgram program = both.ranks[rank];
    program.rename_peers([first](unsigned peer) {
      REQUIRE(peer % 2 == first);
      return peer / 2;
    });
    job.ranks.push_back(std::move(program));
  }
  return job;
}

}  // namespace

TEST_CASE("two jobs are an exchange and a reduction that never meet", "[host]") {
  for (const unsigned p : {4U, 5U, 8U, 13U}) {
    CAPTURE(p);
    const Schedule both = two_jobs({p, 3, 1, 10});
    REQUIRE(both.ranks.size() == p);
    CHECK(execute(both));
    CHECK(same_schedule(job_of(both, 0), shift_exchange({(p + 1) / 2, 3, 1, 10})));
    CHECK(same_schedule(job_of(both, 1), ring_all_reduce({p / 2, 3, 1, 10})));
  }
}

TEST_CASE("fewer than four ranks are one job", "[host]") {
  const ExchangeShape shape{3, 2, 1, 10};
  CHECK(same_schedule(two_jobs(shape), shift_exchange(shape)));
}
