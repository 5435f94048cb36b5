// SPDX-License-Identifier: Apache-2.0
// Short packets in a memory of words: the limit that runs say, and what comes out.
#include <nlohmann/json.hpp>

#include "host/switches/switch_registry.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

const Keys kShortRun{{"cycles", "30000"}, {"warmup", "10000"}};

double beats_per_cycle(const Keys& keys) {
  const RunConfig config = configured(keys);
  return find_switch(config).port_limit(config).beats_per_cycle;
}

}  // namespace

TEST_CASE("a port moves one word of one packet in as many cycles as there are ports", "[testbenches]") {
  for (const char* name : {"output", "shared"}) {
    CAPTURE(name);
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "64B"}}) == 0.5);
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "64B"}, {"width", "512"}}) == 1.0 / 16);
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "1"}, {"ports", "4"}}) == 0.25);
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "16"}}) == 1);
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "33"}}) == 33.0 / 32);  // two words
    // 1, 2, .. 8 beats of 4 ports: a word each.
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "1..8"}, {"ports", "4"}}) == 36.0 / 32);
    // 3 and 4 beats of bytes.
    CHECK(beats_per_cycle({{"switch", name}, {"packet", "24B..25B"}, {"ports", "4"}}) == 7.0 / 8);
  }
  CHECK(find_switch(configured({{"switch", "voq"}})).port_limit == nullptr);
}

TEST_CASE("a run beyond the memory word's limit says it, and delivers no more", "[testbenches]") {
  for (const char* name : {"output", "shared"}) {
    for (const char* flow : {"drop", "back-pressure"}) {
      CAPTURE(name, flow);
      const RunResult r = measured(
          kShortRun,
          {{"switch", name}, {"depth", "16384"}, {"packet", "64B"}, {"load", "0.9"}, {"flow", flow}});
      REQUIRE(r.limit);
      CHECK(r.limit->throughput == 0.5);
      CHECK(r.limit->by == "memory word");
      CHECK(r.limit->not_delivered == r.offered_packets - r.delivered_packets - r.lost_packets);
      CHECK(r.limit->not_delivered > r.offered_packets / 3);
      CHECK(r.throughput.mean <= 0.5);
      CHECK(r.throughput.mean > 0.45);
    }
  }
  const RunResult wide =
      measured(kShortRun, {{"switch", "output"}, {"packet", "64B"}, {"width", "512"}, {"load", "0.9"}});
  REQUIRE(wide.limit);
  CHECK(wide.throughput.mean <= wide.limit->throughput);
  CHECK(wide.throughput.mean > 0.9 * wide.limit->throughput);
}

TEST_CASE("a record has the limit only where it is below the load", "[testbenches]") {
  const auto record = [](const Keys& keys) {
    const RunConfig config = configured(with(kShortRun, keys));
    return result_to_json(config, run_point(resolve(config)));
  };
  const auto over = record({{"switch", "output"}, {"packet", "8"}, {"load", "0.51"}});
  CHECK(over.at("limit").at("throughput") == 0.5);
  CHECK(over.at("limit").at("by") == "memory word");
  CHECK_FALSE(record({{"switch", "output"}, {"packet", "8"}, {"load", "0.5"}}).contains("limit"));
  CHECK_FALSE(record({{"switch", "input"}, {"packet", "8"}, {"load", "0.9"}}).contains("limit"));
  // At wire speed a frame of 8 beats takes 10.5 beat times: load .6 is .457 beats a beat time.
  const Keys gaps{{"switch", "output"}, {"packet", "64B"}, {"gap", "20B"}};
  Keys below = gaps, above = gaps;
  below["load"] = "0.6";
  above["load"] = "0.7";
  CHECK_FALSE(record(below).contains("limit"));
  CHECK(record(above).contains("limit"));
}

TEST_CASE("in a network the hosts' switches limit it, by their ports", "[testbenches]") {
  // 5 hosts on a switch of 6 ports, which takes half of what they bring, and 3 on one of 4, three quarters.
  const auto limit_at = [](const char* load) {
    const RunResult r =
        measured(kShortRun,
                 {{"switch", "output"}, {"packet", "3"}, {"topology", "two-switches(5,3)"}, {"load", load}});
    if (r.limit) CHECK(r.throughput.mean <= r.limit->throughput);
    return r.limit ? r.limit->throughput : 1;
  };
  CHECK(limit_at("0.5") == 1);
  CHECK(limit_at("0.6") == Approx((5 * 0.5 + 3 * 0.6) / 8));
  CHECK(limit_at("0.9") == Approx((5 * 0.5 + 3 * 0.75) / 8));
}
