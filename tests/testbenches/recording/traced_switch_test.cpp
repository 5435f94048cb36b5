// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "testbenches/recording/recording.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// A line of switches s0, s1, ... on these engines.
Setup line_of(const std::vector<std::string>& engines) {
  Topology topology{"line"};
  std::vector<Setup> switches;
  for (unsigned s = 0; s < engines.size(); ++s) {
    topology.switches.push_back({fmt::format("s{}", s), 2, {}});
    if (s > 0) topology.cables.push_back({s - 1, s, {}});
    RunConfig config;
    config.engine = *find_choice<Engine>(engines[s]);
    switches.push_back(resolve(config));
  }
  Setup setup = resolve(RunConfig{});
  const Wiring wiring(topology);
  const Routes routes = routes_of(topology, wiring);
  setup.fabric = std::make_shared<ResolvedNetwork>(ResolvedNetwork{topology, wiring, routes, switches});
  return setup;
}

std::string traced_refusal(const Setup& setup, const std::string& name) {
  return message_of<InputError>([&] { traced_switch(setup, name); });
}

}  // namespace

TEST_CASE("the first switch on rtl is traced unless another is named", "[testbenches]") {
  const Setup setup = line_of({"fast", "rtl", "rtl"});
  CHECK(traced_switch(setup, "") == 1);
  CHECK(traced_switch(setup, "s2") == 2);
  CHECK(traced_switch(setup, "s0") == 0);
  CHECK(traced_switch(line_of({"fast", "systemc"}), "") == 0);
  CHECK(traced_switch(resolve(RunConfig{}), "") == 0);
}

TEST_CASE("a switch that is not there is refused, with those that are", "[testbenches]") {
  const Setup setup = line_of({"fast", "rtl", "rtl"});
  CHECK(traced_refusal(setup, "west") == "--trace-switch: 'west' is not allowed; allowed: s0 s1 s2");
  CHECK(
      mentions(traced_refusal(setup, "s3"), {"'s3' is not allowed, did you mean 's0'?; allowed: s0 s1 s2"}));
  CHECK(mentions(traced_refusal(line_of(std::vector<std::string>(20, "rtl")), "west"), {"s11 (and 8 more)"}));
  CHECK(traced_refusal(resolve(RunConfig{}), "s0") ==
        "--trace-switch: 's0' is not allowed here; allowed: with a topology of several switches");
}
