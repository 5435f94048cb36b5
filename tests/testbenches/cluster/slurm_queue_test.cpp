// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/slurm_queue.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("tasks of a listing are known by the names of their jobs", "[testbenches]") {
  const std::string listing =
      "12|1|RUNNING|xb-aa-01|None\n"
      "12|2|PENDING|xb-aa-01|Resources\n"
      "12|3|PENDING|xb-aa-01|JobHeldUser\n"
      "12|4|PENDING|xb-aa-01|launch failed requeued held\n"
      "12|5|COMPLETING|xb-aa-01|None\n"
      "12|6|NODE_FAIL|xb-aa-01|None\n"
      "12|7|REQUEUE_HOLD|xb-aa-01|None\n"
      "13|1|RUNNING|somebody else's|None\n"
      "14|N/A|RUNNING|xb-aa-02|None\n"
      "slurm_load_jobs error\n\n|||\n";
  const auto tasks = read_slurm_listing(listing, "xb-aa-");
  REQUIRE(tasks.size() == 7);
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    CAPTURE(n);
    CHECK(tasks[n].job == "12");
    CHECK(tasks[n].chunk == ChunkId{"xb-aa-01", n + 1});
    CHECK(tasks[n].held == (n == 2 || n == 3 || n == 6));
    CHECK(tasks[n].state.has_value() == (n != 5));
  }
  CHECK(*tasks[0].state == ChunkState::Running);
  CHECK(*tasks[1].state == ChunkState::Waiting);
  CHECK(*tasks[4].state == ChunkState::Running);
  CHECK(read_slurm_listing(listing, "xb-ab-").empty());
}

TEST_CASE("a controller that is away is no refusal", "[testbenches]") {
  CHECK(
      slurm_did_not_answer("sbatch: error: Batch job submission failed: Unable to contact slurm controller "
                           "(connect failure)"));
  CHECK(slurm_did_not_answer("sbatch: error: Socket timed out on send/recv operation"));
  CHECK_FALSE(slurm_did_not_answer("sbatch: error: invalid partition specified: nowhere"));
}
