// SPDX-License-Identifier: Apache-2.0
#include "host/theory.h"

#include <set>

#include "host/config_keys.h"
#include "tests/catch.h"

using namespace xb;

namespace {

using Keys = std::vector<std::pair<const char*, const char*>>;

std::optional<double> value(const char* name, const Keys& keys) {
  RunConfig config;
  for (const auto& [key, text] : keys) {
    // Any switch: those that this build does not have yet are theory all the same.
    if (std::string(key) == "switch")
      config.switch_name = text;
    else
      set_key(config, key, text, "");
  }
  REQUIRE(find_theory(name) != nullptr);
  return find_theory(name)->value(config);
}

}  // namespace

TEST_CASE("every theory has a name of its own and says what it gives", "[host]") {
  std::set<std::string> seen;
  for (const auto& theory : theories()) {
    CHECK(seen.insert(theory.name).second);
    CHECK_FALSE(theory.description.empty());
    CHECK(find_theory(theory.name) == &theory);
  }
  CHECK(find_theory("flat-earth") == nullptr);
}

TEST_CASE("theories of FIFO inputs", "[host]") {
  CHECK(value("input-saturation", {{"load", "1"}, {"ports", "3"}}) == 0.682540);
  CHECK(value("input-saturation", {{"load", "1"}, {"packet", "24"}}) == 0.601616);
  CHECK_FALSE(value("input-saturation", {{"load", "0.9"}}));
  CHECK_FALSE(value("input-saturation", {{"load", "1"}, {"window", "2"}}));
  CHECK_FALSE(value("input-saturation", {{"load", "1"}, {"packet", "1..2"}}));
  CHECK_FALSE(value("input-saturation", {{"load", "1"}, {"traffic", "diagonal"}}));
  CHECK_FALSE(value("input-saturation", {{"load", "1"}, {"receiver-stall", "0.1"}}));
  CHECK_FALSE(value("input-saturation", {{"load", "1"}, {"output-period", "2"}}));
  CHECK(value("window-saturation", {{"load", "1"}, {"window", "2"}, {"arbiter", "random"}}) == 0.710);
  CHECK(value("window-saturation", {{"load", "1"}, {"window", "8"}, {"arbiter", "oldest"}}) == 0.880);
  CHECK(value("window-saturation", {{"load", "1"}, {"window", "8"}, {"ports", "2"}}) == 0.960);
  CHECK(value("input-wait", {{"load", "0.55"}, {"arbiter", "random"}}) == 4.310);
  CHECK(value("input-wait", {{"load", "0.55"}}) == 3.896);
  CHECK(value("input-wait", {{"load", "0.5"}, {"arbiter", "oldest"}, {"ports", "4"}}) == 0.7873);
  CHECK_FALSE(value("input-wait", {{"load", "0.56"}}));
}

TEST_CASE("theories of memories at the outputs", "[host]") {
  const Keys output{{"switch", "output"}, {"load", "0.8"}, {"packet", "16"}, {"depth", "128"}};
  CHECK(*value("output-wait", output) == Approx(1.875));
  CHECK_FALSE(value("output-loss", output));  // back-pressure loses nothing
  Keys loss = output;
  loss.emplace_back("flow", "drop");
  CHECK(*value("output-loss", loss) == Approx(2.438e-2).epsilon(1e-3));  // 4 words of 32 beats
  CHECK_FALSE(value("output-wait", loss));
  CHECK_FALSE(value("sharing-loss", loss));
  loss[0].second = "shared";
  loss[3].second = "1024";
  CHECK(value("sharing-loss", loss) == 3.47e-3);
  CHECK(value("sharing-loss-turns", loss) == 1.706e-3);
  CHECK_FALSE(value("output-loss", loss));
  loss.emplace_back("sharing", "partition");
  CHECK(*value("output-loss", loss) == Approx(7.128e-2).epsilon(1e-3));  // 2 words each
  CHECK(*value("dynamic-threshold", {{"switch", "shared"},
                                     {"ports", "16"},
                                     {"traffic", "alternate"},
                                     {"targets", "2"},
                                     {"load", "1"},
                                     {"packet", "16"},
                                     {"depth", "38400"},  // 1200 words
                                     {"sharing", "dynamic"},
                                     {"alpha", "1"}}) == Approx(400));
}

TEST_CASE("theories of virtual output queues", "[host]") {
  const auto voq = [](const char* scheduler, const char* iterations, const char* load) {
    return Keys{{"switch", "voq"}, {"scheduler", scheduler}, {"iterations", iterations}, {"load", load}};
  };
  CHECK(value("voq-wait", voq("islip", "1", "0.5")) == 1.3047);
  CHECK(value("voq-wait", voq("islip", "4", "0.9")) == 9.75);
  CHECK(value("voq-wait", voq("pim", "1", "0.6")) == 5.86);
  CHECK(value("voq-wait", voq("pim", "2", "0.8")) == 4.625);
  CHECK(value("voq-wait", voq("pim", "4", "0.95")) == 23.4);
  CHECK(value("voq-wait", voq("rrm", "1", "0.5")) == 1.344);
  CHECK_FALSE(value("voq-wait", voq("rrm", "2", "0.5")));
  CHECK_FALSE(value("voq-wait", voq("pim", "1", "0.7")));  // not stable
  CHECK(value("voq-wait", {{"switch", "crosspoint"}, {"load", "0.8"}}) == 2.10);
  CHECK(value("voq-wait", {{"switch", "crosspoint"}, {"load", "0.9"}, {"crosspoint-depth", "4"}}) == 4.24);
  CHECK_FALSE(value("voq-wait", {{"switch", "crosspoint"}, {"load", "0.9"}, {"crosspoint-depth", "3"}}));
  CHECK(*value("voq-saturation", voq("pim", "1", "1")) == Approx(0.6439).epsilon(1e-4));
  CHECK(value("voq-saturation", voq("pim", "2", "1")) == 0.882);
  CHECK(value("voq-saturation", voq("pim", "4", "1")) == 0.9989);
  CHECK(value("voq-saturation", voq("islip", "2", "1")) == 1.0);
  Keys unbalanced = voq("islip", "1", "1");
  unbalanced.emplace_back("traffic", "unbalanced");
  CHECK(value("unbalanced-throughput", unbalanced) == 0.671);  // w = 0.5
  unbalanced.emplace_back("unbalance", "1");
  CHECK(value("unbalanced-throughput", unbalanced) == 1.0);
  CHECK(value("unbalanced-throughput",
              {{"switch", "crosspoint"}, {"load", "1"}, {"traffic", "unbalanced"}, {"unbalance", "0.6"}}) ==
        0.846);
  Keys bursty = voq("islip", "4", "0.8");
  bursty.emplace_back("traffic", "bursty");
  CHECK(value("bursty-wait", bursty) == 89.5);
  CHECK(value("bursty-wait", {{"switch", "output"}, {"load", "0.5"}, {"traffic", "bursty"}}) == 14.2);
}
