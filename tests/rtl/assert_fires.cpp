// SPDX-License-Identifier: Apache-2.0
// Drives a switch of three ports for assert_fires_test.sh: random packets that keep the rules, with one
// breach of them at input 1 on request.
//
// usage: assert_fires SCENARIO [late|early [drop] [store-and-forward]]
//   SCENARIO   legal, or what input 1 does once while it is not ready: withdraw (tvalid), data, last, user,
//              dest, keep; or the tkeep that it offers once: gap (a byte is missing), short (before tlast)
//   late       the inputs move together with the rising clock edge, not half a cycle before
//   drop, store-and-forward  settings of the switch
// DEPTH: depth setting [beats].
// Exit status 0 and a line that says what was delivered; a failed assertion aborts.
#include <verilated.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <type_traits>

#include "Vswitch.h"

namespace {

constexpr unsigned kPorts = 3;
constexpr unsigned kCycles = 4000;
constexpr unsigned kQuiet = 300;         // behind them no packets begin, all leave, and the switch rests
constexpr unsigned kBreachCycle = 1000;  // not before

struct Input {
  bool valid = false;
  std::uint64_t data = 0;
  unsigned dest = 0, beats_left = 0;

  [[nodiscard]] unsigned keep() const { return beats_left == 1 ? 0xffU >> (data >> 8U & 7U) : 0xffU; }
};

/// set(model), if the model has the port that `set` names.
template <class Top, class Set>
void if_present(Top& top, Set&& set) {
  if constexpr (std::is_invocable_v<Set, Top&>) set(top);
}

/// All settings, because ports too start at random.
void configure(Vswitch& top, bool store_forward, bool drop) {
  top.cfg_depth_i = DEPTH;
  top.cfg_store_forward_i = store_forward;
  top.cfg_drop_i = drop;
  top.cfg_packet_beats_i = 5;
  if_present(top, [](auto& t) -> decltype(void(t.cfg_route_delay_i)) { t.cfg_route_delay_i = 0; });
  if_present(top, [](auto& t) -> decltype(void(t.cfg_arbiter_i)) { t.cfg_arbiter_i = 0; });
  if_present(top, [](auto& t) -> decltype(void(t.cfg_window_i)) { t.cfg_window_i = 1; });
  if_present(top, [](auto& t) -> decltype(void(t.cfg_sharing_i)) { t.cfg_sharing_i = 0; });
  if_present(top, [](auto& t) -> decltype(void(t.cfg_scheduler_i)) { t.cfg_scheduler_i = 0; });
  if_present(top, [](auto& t) -> decltype(void(t.cfg_iterations_i)) { t.cfg_iterations_i = 2; });
  if_present(top, [](auto& t) -> decltype(void(t.cfg_output_depth_i)) { t.cfg_output_depth_i = 4; });
  if_present(top,
             [](auto& t) -> decltype(void(t.cfg_crosspoint_packets_i)) { t.cfg_crosspoint_packets_i = 4; });
}

/// Whether input 1 breaks the rule in this cycle; `stalled`: its beat was there in the last one.
bool breach_is_due(const std::string& scenario, const Input& in, bool stalled) {
  const bool last = in.beats_left == 1;
  if (scenario == "last") return stalled && in.keep() == 0xffU;  // a beat that may be either
  if (scenario == "keep") return stalled && last && in.keep() >= 0x7fU;
  if (scenario == "gap") return in.valid && !stalled && last;
  if (scenario == "short") return in.valid && !stalled && !last;
  return stalled;
}

}  // namespace

double sc_time_stamp() { return 0; }

int main(int argc, char** argv) {
  const std::string scenario = argc > 1 ? argv[1] : "legal";
  const bool late = argc > 2 && std::string(argv[2]) == "late";
  const auto set = [&](const char* setting) {
    return std::find(argv + 1, argv + argc, std::string(setting)) != argv + argc;
  };
  VerilatedContext context;
  context.randReset(2);  // registers start at random
  Vswitch top(&context);
  std::mt19937 random(1);
  const auto chance = [&](unsigned percent) { return random() % 100 < percent; };

  top.s_axis_tvalid_i = 0;
  top.m_axis_tready_i = 0;
  configure(top, set("store-and-forward"), set("drop"));
  for (int half = 0; half < 6; ++half) {
    top.clk_i = half % 2;
    top.rst_ni = half >= 4;
    top.eval();
  }

  Input inputs[kPorts];
  unsigned long delivered = 0;
  bool breached = scenario == "legal";
  unsigned s_stalled = 0;
  for (unsigned cycle = 0; cycle < kCycles + kQuiet; ++cycle) {
    const bool quiet = cycle >= kCycles;
    unsigned valid = 0, last = 0, user = 0, dest = 0, keep = 0;
    for (unsigned i = 0; i < kPorts; ++i) {
      Input& in = inputs[i];
      if (in.beats_left == 0 && !quiet && chance(60)) {
        in.beats_left = 1 + random() % 5;
        in.dest = random() % (kPorts + 1);  // 3 does not exist: discarded
      }
      if (!in.valid && in.beats_left > 0 && chance(80)) {
        in.valid = true;
        in.data = (std::uint64_t{random()} << 32) | random();
      }
      valid |= unsigned{in.valid} << i;
      last |= unsigned{in.beats_left == 1} << i;
      user |= unsigned(in.data & 1) << i;
      dest |= in.dest << 2 * i;
      keep |= in.keep() << 8 * i;
      top.s_axis_tdata_i[2 * i] = static_cast<std::uint32_t>(in.data);
      top.s_axis_tdata_i[2 * i + 1] = static_cast<std::uint32_t>(in.data >> 32);
    }
    if (!breached && cycle >= kBreachCycle && breach_is_due(scenario, inputs[1], (s_stalled >> 1 & 1) != 0)) {
      breached = true;
      if (scenario == "withdraw") valid &= ~2U;
      if (scenario == "data") top.s_axis_tdata_i[3] ^= 1U << 31;
      if (scenario == "last") last ^= 2U;
      if (scenario == "user") user ^= 2U;
      if (scenario == "dest") dest ^= 1U << 2;
      if (scenario == "keep") keep ^= 0x80U << 8;
      if (scenario == "gap") keep &= ~(0x01U << 8);
      if (scenario == "short") keep &= ~(0x80U << 8);
    }
    unsigned ready = cycle % 400 < 100 ? 0 : random() % 8;  // at times nobody takes anything and all fills up
    if (quiet) ready = 7;

    context.time(10 * cycle);
    if (late) {
      // Outputs come from registers alone, so they can be read ahead of the inputs.
      delivered += static_cast<unsigned>(__builtin_popcount(top.m_axis_tvalid_o & ready));
      s_stalled = valid & ~top.s_axis_tready_o;
    }
    top.s_axis_tvalid_i = valid;
    top.s_axis_tlast_i = last;
    top.s_axis_tuser_i = user;
    top.s_axis_tdest_i = dest;
    top.s_axis_tkeep_i = keep;
    top.m_axis_tready_i = ready;
    if (!late) {
      top.clk_i = 0;
      top.eval();
      delivered += static_cast<unsigned>(__builtin_popcount(top.m_axis_tvalid_o & ready));
      s_stalled = valid & ~top.s_axis_tready_o;
    }
    for (unsigned i = 0; i < kPorts; ++i) {
      if ((valid & ~s_stalled) >> i & 1) {
        inputs[i].valid = false;
        --inputs[i].beats_left;
      }
    }
    context.time(10 * cycle + 5);
    top.clk_i = 1;
    top.eval();
    if (late) {
      top.clk_i = 0;
      top.eval();
    }
  }
  top.final();
  std::printf("%s: %lu beats delivered%s\n", scenario.c_str(), delivered,
              breached ? "" : ", but the breach was not made");
  return breached && delivered > 1000 ? 0 : 3;
}
