// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_module.h"

#include "host/base/random.h"
#include "systemc/switch_input.h"
#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kModulePorts = 5;
constexpr unsigned kWords = 2;
constexpr std::uint32_t kDepth = 6;

/// The module with a signal on every port.
struct Bench {
  using Module = SwitchModule<SwitchInput>;
  template <class T>
  using Signal = sc_core::sc_signal<T>;

  Bench() {
    module.clk_i(clk), module.rst_ni(rst_n), module.cfg_i(settings);
    module.s_axis_tvalid_i(s_tvalid), module.s_axis_tready_o(s_tready), module.s_axis_tdata_i(s_tdata);
    module.s_axis_tlast_i(s_tlast), module.s_axis_tdest_i(s_tdest), module.s_axis_tuser_i(s_tuser);
    module.m_axis_tvalid_o(m_tvalid), module.m_axis_tready_i(m_tready), module.m_axis_tdata_o(m_tdata);
    module.m_axis_tlast_o(m_tlast), module.m_axis_tdest_o(m_tdest), module.m_axis_tuser_o(m_tuser);
    module.occ_beats_o(occ_beats), module.occ_packets_o(occ_packets), module.drop_misrouted_o(drop_misrouted),
        module.drop_full_o(drop_full);
    module.blocked_o(blocked), module.blocked_backpressure_o(backpressure), module.blocked_by_o(blocked_by);
    module.hol_o(hol), module.hol_victims_o(hol_victims), module.idle_with_work_o(idle_with_work);
    module.pool_o(pool), module.pool_by_o(pool_by);
  }
  void tick() {
    clk.write(true);
    sc_core::sc_start(5, sc_core::SC_NS);
    clk.write(false);
    sc_core::sc_start(5, sc_core::SC_NS);
  }

  Module module{"dut", Params{kModulePorts, kWords, kDepth}};
  Signal<bool> clk, rst_n;
  Signal<Settings> settings;
  Signal<PortMask> s_tvalid, s_tready, s_tlast, s_tuser, m_tvalid, m_tready, m_tlast, m_tuser;
  Signal<PortMask> blocked, backpressure, hol, pool, idle_with_work;
  Signal<Module::Data> s_tdata, m_tdata;
  Signal<Module::Ports> s_tdest, m_tdest, blocked_by, pool_by;
  Signal<Module::Masks> hol_victims;
  Signal<Module::Counts> occ_beats, occ_packets, drop_misrouted, drop_full;
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

// The only test here that elaborates: SystemC does so once in a process.
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
