// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_module.h"

#include "host/base/random.h"
#include "systemc/switch_input.h"
#include "systemc/switch_input_classes.h"
#include "tests/catch.h"
#include "tests/systemc/packed_bench.h"

using namespace xb::twin;

namespace {

constexpr unsigned kModulePorts = 5;
constexpr unsigned kWords = 2;
constexpr std::uint32_t kDepth = 6;

struct Bench : xb::test::PackedBench<SwitchInput> {
  Bench() : PackedBench("dut", {kModulePorts, kWords, kDepth}) {}
  void tick() {
    clk.write(true);
    sc_core::sc_start(5, sc_core::SC_NS);
    clk.write(false);
    sc_core::sc_start(5, sc_core::SC_NS);
  }
};

bool is_set(const sc_core::sc_signal<PortMask>& signal, unsigned port) {
  return (signal.read() & bit(port)) != 0;
}

void compare(const Bench& b, SwitchInput& sw) {
  REQUIRE(b.s_tready.read() == sw.s_tready());
  REQUIRE(b.m_tvalid.read() == sw.m_tvalid());
  REQUIRE(b.idle_with_work.read() == sw.idle_with_work());
  REQUIRE(b.pool.read() == sw.pool());
  for_each_port(sw.pool(), [&](unsigned i) { REQUIRE(b.pool_by.read().value[i] == sw.pool_by(i)); });
  for (unsigned port = 0; port < kModulePorts; ++port) {
    REQUIRE(b.occ_beats.read().value[port] == sw.occupancy().beats(port));
    REQUIRE(b.occ_packets.read().value[port] == sw.occupancy().packets(port));
    REQUIRE(b.drop_misrouted.read().value[port] == sw.drop_misrouted(port));
    const auto& flags = sw.hol_flags(port);
    REQUIRE(is_set(b.blocked, port) == flags.blocked);
    REQUIRE(is_set(b.backpressure, port) == flags.backpressure);
    REQUIRE(is_set(b.hol, port) == (flags.victims != 0));
    REQUIRE(b.blocked_by.read().value[port] == flags.blocked_by);
    REQUIRE(b.hol_victims.read().value[port] == flags.victims);
    if (!is_set(b.m_tvalid, port)) continue;
    REQUIRE(is_set(b.m_tlast, port) == sw.m_side(port).last);
    REQUIRE(is_set(b.m_tuser, port) == sw.m_side(port).user);
    REQUIRE(b.m_tdest.read().value[port] == sw.m_side(port).dest);
    for (unsigned w = 0; w < kWords; ++w)
      REQUIRE(b.m_tdata.read().value[port * kWords + w] == sw.m_tdata(port)[w]);
  }
}

}  // namespace

TEST_CASE("the SystemC module is the plain class, cycle by cycle", "[systemc]") {
  Bench bench;
  SwitchInput plain({kModulePorts, kWords, kDepth});
  xb::RandomStream random(1, xb::StreamPurpose::Test, 0);
  std::uint64_t moved = 0;
  std::uint64_t starved = 0;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    Bench::Module::Data data(kModulePorts * kWords);
    Bench::Module::Ports dest(kModulePorts);
    for (auto& word : data.value) word = random.next();
    for (unsigned port = 0; port < kModulePorts; ++port)
      dest.value[port] = static_cast<std::uint8_t>(random.below(kModulePorts + 1));
    Inputs in;
    in.settings.depth = cycle < 1000 ? kDepth : kDepth - 2;
    in.settings.store_forward = cycle >= 1000;
    in.s_tvalid = random.next() & 31U, in.m_tready = random.next() & 31U;
    in.s_tlast = random.next() & 31U, in.s_tuser = random.next() & 31U;
    in.s_tdest = dest.value.data(), in.s_tdata = data.value.data();
    bench.settings.write(in.settings);
    bench.s_tvalid.write(in.s_tvalid), bench.m_tready.write(in.m_tready);
    bench.s_tlast.write(in.s_tlast), bench.s_tuser.write(in.s_tuser);
    bench.s_tdest.write(dest), bench.s_tdata.write(data);
    moved += static_cast<unsigned>(__builtin_popcountll(plain.m_tvalid() & in.m_tready));

    const bool reset = cycle < 2 || cycle == 1000;  // the settings change in an empty switch
    bench.rst_n.write(!reset);
    bench.tick();
    if (reset)
      plain.reset();
    else
      plain.step(in);
    CAPTURE(cycle);
    compare(bench, plain);
    starved += bench.hol.read() != 0 ? 1 : 0;
  }
  CHECK(moved > 1000);
  CHECK(starved > 100);
}

TEST_CASE("a module with parameters out of their range is refused with the parameter's name", "[systemc]") {
  const auto make = [](const Params& params) { const SwitchModule<SwitchInput> module("module", params); };
  CHECK_THROWS_WITH(make({65, 1, 8}), "xb::twin::SwitchModule: ports 65; allowed: 2..64");
  CHECK_THROWS_WITH(make({2, 0, 8}), "xb::twin::SwitchModule: data_words 0; allowed: 1");
  CHECK_THROWS_WITH(make({2, 9, 8}), "xb::twin::SwitchModule: data_words 9; allowed: 8");
  Params classes{2, 1, 8};
  classes.classes = 2;  // which another twin has
  CHECK_THROWS_WITH(make(classes), "xb::twin::SwitchModule: classes 2; allowed: 1");
  classes.classes = 9;
  CHECK_THROWS_WITH(SwitchModule<SwitchInputClasses>("module", classes),
                    "xb::twin::SwitchModule: classes 9; allowed: 1..8");
}
