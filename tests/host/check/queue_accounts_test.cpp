// SPDX-License-Identifier: Apache-2.0
#include "host/check/queue_accounts.h"

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/link/fake_switch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

template <class Switch>
std::string accounts_error_of(const std::string& flow = "back-pressure") {
  RunConfig config = config_of("ports 4, traffic permutation, load 0.9, cycles 4500, warmup 0, packet 1..6");
  config.flow = *find_choice<FlowControl>(flow);
  Switch model(config.ports);
  return message_of<RunError>([&] { simulate(resolve(config), model); });
}

/// The sums over all queues are right.
struct Misplaced : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    std::swap(out.occ_beats[0], out.occ_beats[2]);
    std::swap(out.occ_packets[0], out.occ_packets[2]);
  }
};
struct BeatsOff : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { ++out.occ_beats[3]; }
};
struct DropsClaimed : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { out.drop_full[1] = now < 100 ? 0 : 1; }
};
struct StraysClaimed : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { out.drop_misrouted[2] = now < 100 ? 0 : 1; }
};
struct CountersBegun : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { out.drop_full[1] = out.drop_misrouted[2] = ~0U; }
};
/// From cycle 4200 on, behind the last look, output 1 sends nothing more, be it in the middle of a packet;
/// what is for it is discarded and counted at queue `Counted`.
template <unsigned Counted>
struct Tearing : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    const bool within = (out.m_tvalid & 2U) != 0 && (out.m_tuser & 2U) == 0;
    torn |= now >= 4200 && within;
    if (torn) {
      out.m_tvalid &= ~PortMask{2};
      for (const Beat& beat : queue(0, 1)) drops += beat.last ? 1 : 0;
      queue(0, 1).clear();
      out.occ_beats[0] = out.occ_packets[0] = 0;
    }
    out.drop_full[Counted] = drops;
  }
  bool torn = false;
  std::uint32_t drops = 0;
};

}  // namespace

TEST_CASE("a queue that holds what another should is reported, though the sums are right", "[host]") {
  CHECK(mentions(accounts_error_of<Misplaced>(), {"queue 0: occupancy: "}));
  CHECK(mentions(accounts_error_of<Misplaced>("drop"), {"queue ", "occupancy: "}));
}

TEST_CASE("a queue with a beat too many is reported, with what it should hold", "[host]") {
  CHECK(mentions(accounts_error_of<BeatsOff>(),
                 {"cycle 0: queue 3: occupancy: 1 beat(s) held, of 0 accepted"}));
}

TEST_CASE("drops under back-pressure and drops of misrouted packets that nobody sent are reported",
          "[host]") {
  CHECK(mentions(accounts_error_of<DropsClaimed>(), {"queue 1: drops: 1 packet(s) under back-pressure"}));
  CHECK(mentions(accounts_error_of<StraysClaimed>("drop"),
                 {"input 2: drops: 1 packet(s) reported as misrouted"}));
}

TEST_CASE("counters of drops may begin with anything", "[host]") {
  RunConfig config = config_of("ports 4, cycles 3000");
  CountersBegun model(config.ports);
  CHECK(simulate(resolve(config), model).lost_packets == 0);
}

TEST_CASE("of a packet that is being evicted a later one may have come out while a queue holds it",
          "[host]") {
  // Both from input 0 to output 1, two beats each; the second one has begun to leave, the first is not
  // counted yet.
  for (const unsigned beats : {4U, 6U, 7U}) {
    for (const unsigned evicted : {0U, 2U}) {
      CAPTURE(beats, evicted);
      QueueAccounts accounts(2, QueuePlace::Output, true, evicted);
      Scoreboard scoreboard(2);
      const Transmitter transmitter(2, 1);
      const Receiver receiver(2, 1, true);
      SwitchOutputs out{};
      accounts.look(out, 0, transmitter, receiver, scoreboard);
      for (unsigned n = 0; n < 3; ++n)
        scoreboard.sent(0, 1, {PacketHeader{0, 1, 2, n, 0}.encode(), n, {}, n + 1});
      scoreboard.lose_before(0, 1, PacketHeader{0, 1, 2, 1, 0}.encode());
      out.occ_packets[1] = 3;
      out.occ_beats[1] = beats;
      accounts.look(out, 10, transmitter, receiver, scoreboard);
      CHECK(accounts.violation().empty() == (evicted > 0 && beats <= 4 + evicted));
    }
  }
}

TEST_CASE("a packet whose rest is dropped is reported, though it is the last one of its output", "[host]") {
  CHECK(mentions(accounts_error_of<Tearing<0>>("drop"), {"output 1: a packet from input 0 is torn: "}));
}

TEST_CASE("drops that are counted at another queue are reported", "[host]") {
  CHECK(mentions(accounts_error_of<Tearing<3>>("drop"),
                 {"queue 0: ", "packets are missing, the switch reports 0 as dropped"}));
}
