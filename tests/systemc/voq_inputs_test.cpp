// SPDX-License-Identifier: Apache-2.0
#include "systemc/voq_inputs.h"

#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

/// Inputs alone, of 4 ports; packets leave only when a test pops them.
class Bank {
 public:
  explicit Bank(const Settings& settings) : inputs({4, 0, 16}), counters({4, 0, 16}) {
    inputs.reset();
    counters.reset();
    in.settings = settings;
    in.s_tdest = dest;
    in.s_tdata = data;
    cycle();
  }

  /// A cycle in which `pops` inputs give the head of their queue for output `from`. `showing`: outputs that
  /// show a beat.
  void cycle(PortMask pops = 0, unsigned from = 0, PortMask showing = 0) {
    const auto note = [&](unsigned i, unsigned j, std::uint32_t stamp) { able.push_back({i, j, stamp}); };
    inputs.begin(in, showing, [](unsigned, unsigned) { return false; });
    inputs.route(note);
    for_each_port(pops, [&](unsigned i) {
      const bool last = inputs[i].queue(from).side().last;
      inputs[i].pop(from, last);
      counters.leave(i, from, 1, last);
    });
    marked = inputs.accept(in, counters, note);
    reconfigured = inputs.clock(in, pops);
  }
  /// Input `i` offers a packet for output `j` until it is taken.
  void send(unsigned i, unsigned j, unsigned beats = 1) {
    dest[i] = static_cast<std::uint8_t>(j);
    for (unsigned n = 0; n < beats; ++n) {
      in.s_tvalid = bit(i);
      in.s_tuser = n == 0 ? bit(i) : 0;
      in.s_tlast = n + 1 == beats ? bit(i) : 0;
      REQUIRE((inputs.s_tready() & bit(i)) != 0);
      cycle();
    }
    in.s_tvalid = 0;
  }

  struct Able {
    unsigned input, output;
    std::uint32_t stamp;
    bool operator==(const Able& o) const {
      return input == o.input && output == o.output && stamp == o.stamp;
    }
  };

  VoqInputs inputs;
  VoqCounters counters;
  Inputs in;
  std::uint8_t dest[4] = {};
  std::uint64_t data[4] = {};
  std::vector<Able> able;
  bool marked = false, reconfigured = false;
};

Settings depth_of(std::uint32_t beats) {
  Settings settings;
  settings.depth = beats;
  return settings;
}

}  // namespace

TEST_CASE("a bank of inputs is ready once it has its settings, and they count within their ranges") {
  VoqInputs inputs({4, 0, 16});
  inputs.reset();
  CHECK(inputs.s_tready() == 0);
  Bank bank(depth_of(1000));
  CHECK(bank.reconfigured);
  CHECK(bank.inputs.settings().depth == 16);
  CHECK(bank.inputs.s_tready() == 0b1111);
  CHECK(bank.inputs.now() == 1);
  bank.cycle();
  CHECK_FALSE(bank.reconfigured);
  bank.in.settings.depth = 5;
  bank.cycle();
  CHECK(bank.reconfigured);
  CHECK(bank.inputs.settings().depth == 5);
}

TEST_CASE("an input of a bank bids for the outputs of its packets, and each has its own queues") {
  Bank bank(depth_of(8));
  bank.send(2, 3);
  CHECK(bank.marked);
  CHECK(bank.inputs.bidding() == bit(2));
  CHECK(bank.inputs.bids() == bit(3));
  bank.send(0, 1);
  CHECK(bank.inputs.bidding() == (bit(0) | bit(2)));
  CHECK(bank.inputs.bids() == (bit(1) | bit(3)));
  CHECK(bank.able == std::vector<Bank::Able>{{2, 3, 1}, {0, 1, 2}});
  bank.cycle(bit(2), 3);
  CHECK(bank.inputs.bidding() == bit(0));
  CHECK_FALSE(bank.marked);
}

TEST_CASE("a full input of a bank is not ready until a beat has left it, the others are") {
  Bank bank(depth_of(2));
  bank.send(1, 0, 2);
  CHECK(bank.inputs.s_tready() == (0b1111 & ~bit(1)));
  bank.cycle(bit(1), 0);
  CHECK(bank.inputs.s_tready() == 0b1111);
}

TEST_CASE("under tail drop a bank takes what has no room, and counts it where it was bound") {
  Settings settings = depth_of(4);
  settings.drop = true;
  settings.packet_beats = 3;
  Bank bank(settings);
  bank.send(1, 2, 3);
  bank.send(1, 3, 3);
  CHECK(bank.counters.drop_full(1 * 4 + 3) == 1);
  CHECK(bank.counters.drop_full(1 * 4 + 2) == 0);
  CHECK(bank.counters.occupancy().beats(1 * 4 + 2) == 3);
  CHECK(bank.counters.occupancy().beats(1 * 4 + 3) == 0);
}

TEST_CASE("a bank's packets bid when their routing delay is over") {
  Settings settings = depth_of(8);
  settings.route_delay = 3;
  Bank bank(settings);
  bank.send(0, 2);  // in cycle 1
  bank.cycle();
  bank.cycle();
  CHECK(bank.inputs.bidding() == 0);
  bank.cycle();
  CHECK(bank.inputs.bidding() == bit(0));
  CHECK(bank.able == std::vector<Bank::Able>{{0, 2, 1}});
}

TEST_CASE("a bank flags an input that is held by packets for other outputs") {
  Bank bank(depth_of(2));
  bank.send(1, 0, 2);
  bank.dest[1] = 3;
  bank.in.s_tvalid = bit(1);
  bank.in.m_tready = 0b1111;
  bank.cycle(0, 0, bit(0));
  CHECK(bank.inputs.pool() == bit(1));
  CHECK(bank.inputs.pool_by(1) == 0);
  bank.cycle(0, 0, bit(0) | bit(3));  // its output is busy
  CHECK(bank.inputs.pool() == 0);
}

TEST_CASE("steady cycles of a bank are as good as stepped ones") {
  Settings settings = depth_of(16);
  Bank stepped(settings);
  Bank skipped(settings);
  const auto dest = [](unsigned) { return 2U; };
  const auto nobody = [](unsigned, unsigned) { return false; };
  for (Bank* bank : {&stepped, &skipped}) {
    bank->dest[3] = 2;
    bank->in.s_tvalid = bank->in.s_tuser = bit(3);
    bank->in.s_tlast = 0;
    bank->cycle();  // first beat
    bank->in.s_tuser = 0;
    bank->cycle();
  }
  const std::uint32_t cycles = skipped.inputs.steady(skipped.in, 0, 0, 0, dest, nobody);
  REQUIRE(cycles > 5);
  skipped.inputs.skip(5, 0, dest, skipped.counters);
  for (unsigned n = 0; n < 5; ++n) stepped.cycle();
  CHECK(skipped.inputs.now() == stepped.inputs.now());
  CHECK(skipped.inputs.s_tready() == stepped.inputs.s_tready());
  CHECK(skipped.inputs[3].beats_for(2) == stepped.inputs[3].beats_for(2));
  CHECK(skipped.counters.occupancy().beats(3 * 4 + 2) == stepped.counters.occupancy().beats(3 * 4 + 2));
  CHECK(stepped.counters.occupancy().beats(3 * 4 + 2) == 7);
  // Not where another beat is on offer, or other settings are.
  skipped.in.s_tvalid = bit(2);
  CHECK(skipped.inputs.steady(skipped.in, 0, 0, 0, dest, nobody) == 0);
  skipped.in.s_tvalid = bit(3);
  skipped.in.settings.depth = 9;
  CHECK(skipped.inputs.steady(skipped.in, 0, 0, 0, dest, nobody) == 0);
}
