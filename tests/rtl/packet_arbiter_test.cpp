// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet_arbiter.h"

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_packet_arbiter offers what its twin offers, and holds a grant to the packet's end", "[rtl]") {
  const auto kind =
      GENERATE(Arbitration::RoundRobin, Arbitration::Random, Arbitration::Oldest, Arbitration::Weighted);
  Bench bench;
  auto& top = bench.top();
  twin::PacketArbiter want(Bench::kPorts, 3);
  want.reset();
  want.load(78);
  top.packet_kind_i = static_cast<unsigned>(kind);
  top.packet_seed_i = 78;
  top.packet_load_i = 1;
  bench.clock();
  top.packet_load_i = 0;
  SwitchSettings settings;
  settings.arbiter = kind;
  settings.input_weights = 0x24013;
  top.packet_weights_i = settings.input_weights;
  want.set(settings);
  unsigned held = 0;
  unsigned ended = 0;
  unsigned offered = 0;  // on offer and not taken: the input keeps asking
  for (int n = 0; n < 5000; ++n) {
    top.packet_req_i = bench.some() | offered;
    top.packet_beat_i = bench.some() | offered;
    for (unsigned i = 0; i < Bench::kPorts; ++i) top.packet_age_i[i] = bench.below(4);
    top.packet_ready_i = bench.percent(60);
    top.packet_last_i = bench.percent(30);
    bench.look();
    want.offer(kind, top.packet_req_i, top.packet_beat_i, [&](unsigned i) { return top.packet_age_i[i]; });
    REQUIRE(top.packet_locked_o == want.locked());
    REQUIRE(top.packet_valid_o == want.valid());
    if (want.valid() || want.locked()) REQUIRE(top.packet_sel_o == want.selected());
    const bool taken = top.packet_valid_o && top.packet_ready_i;
    held += want.locked() ? 1 : 0;
    ended += taken && top.packet_last_i ? 1 : 0;
    offered = top.packet_valid_o && !taken ? 1U << top.packet_sel_o : 0;
    want.clock(kind, taken && top.packet_last_i);
    bench.clock();
  }
  CHECK(held > 1000);
  CHECK(ended > 300);
}
