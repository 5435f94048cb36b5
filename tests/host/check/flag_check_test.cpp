// SPDX-License-Identifier: Apache-2.0
#include "host/check/flag_check.h"

#include <memory>
#include <vector>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/link/fake_switch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// Input i sends to output i+1 only, so input 0 never holds a packet for output 2.
template <class Switch>
std::string error_of(double load = 0.6, double stall = 0.3) {
  RunConfig config = config_of("ports 4, traffic permutation, cycles 2000, warmup 0, packet 1..3");
  config.traffic->load = load;
  config.traffic->receiver_stall = stall;
  Switch model(config.ports);
  return message_of<RunError>([&] { simulate(resolve(config), model); });
}

/// Input 0 shows the flags from cycle 100 on: blocked by output `By`, with the victims `Victims`.
template <unsigned By, PortMask Victims, PortMask Blocked = 1>
struct Blaming : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now < 100) return;
    out.blocked = Blocked;
    out.hol = 1;
    out.blocked_by[0] = By;
    out.hol_victims[0] = Victims;
  }
};
/// The same of output 1, which is idle: input 0 has packets for it, the first of which is the head.
struct BlamingVictim : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now < 100) return;
    out.m_tvalid &= ~PortMask{2};
    if (now < 110) return;
    out.blocked = out.hol = 1;
    out.blocked_by[0] = 1;
    out.hol_victims[0] = 2;
  }
};
template <PortMask Outputs>
struct Idle : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { out.idle_with_work = now < 100 ? 0 : Outputs; }
};

/// A fast one, whose outputs are idle with work from a cycle on, whatever they do.
struct LateIdle : FakeSwitch {
  LateIdle(unsigned ports, std::uint64_t first_cycle) : FakeSwitch(ports), from(first_cycle) {}
  void tamper(SwitchOutputs& out) override { out.idle_with_work = now < from ? 0 : all_ports(ports_); }
  [[nodiscard]] bool carries_payload() const override { return false; }
  std::uint64_t from;
};
/// A mesh of 64 of them.
RunResult mesh_from(std::uint64_t from) {
  const Setup setup =
      resolve(config_of("topology mesh(8,8), engine fast, load .1, cycles 4300, warmup 0, seed 1"));
  std::vector<std::unique_ptr<LateIdle>> switches;
  Models models;
  for (const Setup& one : setup.fabric->switches)
    models.push_back(switches.emplace_back(std::make_unique<LateIdle>(one.config.ports, from)).get());
  return simulate(setup, models);
}

}  // namespace

TEST_CASE("all switches of a network are looked at in every cycle, for 2^18 of all together", "[host]") {
  CHECK(mentions(message_of<RunError>([] { mesh_from(4000); }), {"flags: output "}));
  CHECK_NOTHROW(mesh_from(4096));
}

TEST_CASE("a head-of-line flag without its cause is reported, whatever the switch", "[host]") {
  CHECK(mentions(error_of<Blaming<1, 4, 0>>(), {"cycle 99: flags: input 0: ", "the head was not blocked"}));
  CHECK(mentions(error_of<Blaming<1, 0>>(1), {"cycle 99: flags: input 0: ", "without a victim"}));
  CHECK(mentions(error_of<Blaming<2, 2>>(1),
                 {"flags: input 0: blocked by output 2, for which it holds no packet"}));
  CHECK(mentions(error_of<Blaming<1, 2>>(1),
                 {"flags: input 0: output 1 is a victim", "was not idle and ready"}));
  CHECK(mentions(error_of<BlamingVictim>(1, 0),
                 {"cycle 109: flags: input 0: output 1 is a victim", "and the head's own"}));
  CHECK(mentions(error_of<Blaming<1, 4>>(0.3, 0), {"flags: input 0: "}));
}

TEST_CASE("idle with work needs an output that is idle and ready, and a packet", "[host]") {
  CHECK(mentions(error_of<Idle<8>>(1), {"cycle 99: flags: output 3: ", "was not idle and ready"}));
  CHECK(mentions(error_of<Idle<8>>(0.05, 0),
                 {"flags: output 3: idle with work, and no packet for it was in the switch"}));
}
