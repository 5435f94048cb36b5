// SPDX-License-Identifier: Apache-2.0
#include "host/run/measure_use.h"

#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

TEST_CASE("a run has the measures of its kind", "[host]") {
  struct Case {
    const char *keys, *path;
  };
  const Case has[] = {{"", "throughput"},
                      {"", "throughput_ci95"},
                      {"", "queueing.ci95"},
                      {"", "hol.blame.3.0"},
                      {"ports 4", "occupancy.per_queue.3.p99"},
                      {"ports 4, switch voq", "occupancy.per_queue.15.mean"},
                      {"classes 2", "classes.1.queueing.mean"},
                      {"classes 2", "classes.0.hol.behind_class.1"},
                      {"reference oq", "lag.by_rank.max"},
                      {"reference oq, classes 2", "classes.1.lag.p99"},
                      {"flow-sizes web-search, packet 64B..1518B", "flows.small.slowdown_p99"},
                      {"schedule shift", "completion_seconds"},
                      {"topology k-ring", "link_packets"},
                      {"topology k-ring, schedule liquid, step-search dsatur", "solved"},
                      {"topology k-ring, schedule liquid, step-search dsatur", "cpu_seconds"}};
  for (const Case& c : has) {
    CAPTURE(c.keys, c.path);
    CHECK(measure_of(config_of(c.keys), c.path) != nullptr);
  }
  const Case has_not[] = {{"", "throughput.mean"},
                          {"", "occupancy"},
                          {"", "occupancy.per_queue.QUEUE.mean"},
                          {"", "hol.blame"},
                          {"", "classes.0.throughput"},
                          {"", "held_by_higher"},
                          {"", "lag.mean"},
                          {"", "pause.paused"},
                          {"", "flows.all.fct_mean"},
                          {"", "completion_seconds"},
                          {"", "link_packets"},
                          {"", "solved"},
                          {"ports 4", "hol.blame.3.4"},
                          {"ports 4", "occupancy.per_queue.4.mean"},
                          {"ports 4", "occupancy.per_queue.01.mean"},
                          {"classes 2", "classes.2.throughput"},
                          {"classes 2", "classes.1.occupancy.mean"},
                          {"reference oq, classes 2", "classes.1.lag.by_rank.max"},
                          {"topology k-ring", "occupancy.max"},
                          {"topology k-ring, schedule liquid, step-search dsatur", "throughput"}};
  for (const Case& c : has_not) {
    CAPTURE(c.keys, c.path);
    CHECK(measure_of(config_of(c.keys), c.path) == nullptr);
  }
}
