// SPDX-License-Identifier: Apache-2.0
// A twin without payload takes short cuts, one with payload takes none: in lock-step they show the same.
#include "systemc/switch_cicq_lqf.h"
#include "systemc/switch_crosspoint.h"
#include "systemc/switch_input.h"
#include "systemc/switch_output.h"
#include "systemc/switch_shared.h"
#include "systemc/switch_voq.h"
#include "systemc/switch_window.h"
#include "tests/catch.h"
#include "tests/systemc/switch_stimulus.h"

using namespace xb::twin;

namespace {

/// All that a switch shows in a cycle, at its ports and of itself.
template <class Switch>
std::vector<std::uint64_t> shown(Switch& sw) {
  const Marks marks = sw.m_marks();
  std::vector<std::uint64_t> all{sw.s_tready(), sw.m_tvalid(),       marks.user, marks.last,
                                 sw.blocked(),  sw.idle_with_work(), sw.pool()};
  const auto add = [&all](std::uint64_t value) { all.push_back(value); };
  for_each_port(marks.user, [&](unsigned j) { add(*sw.m_tdata(j)); });
  for_each_port(sw.blocked(), [&](unsigned i) {
    const HolFlags& flags = sw.hol_flags(i);
    add(flags.victims);
    add(flags.blocked_by + (flags.backpressure ? 256U : 0U));
  });
  for_each_port(sw.pool(), [&](unsigned i) { add(sw.pool_by(i)); });
  for (unsigned q = 0; q < sw.queues(); ++q) {
    add(std::uint64_t{sw.occupancy().beats(q)} << 32U | sw.occupancy().packets(q));
    add(sw.drop_full(q));
  }
  for (unsigned i = 0; i < sw.params().ports; ++i) add(sw.drop_misrouted(i));
  return all;
}

/// Queues that the occupancy does not list have not changed.
class Listed {
 public:
  explicit Listed(unsigned queues) : beats_(queues) {}
  void check(Occupancy& occupancy) {
    occupancy.take_touched([&](unsigned q) { beats_[q] = occupancy.beats(q); });
    bool all = true;
    for (unsigned q = 0; q < beats_.size(); ++q) all = all && beats_[q] == occupancy.beats(q);
    REQUIRE(all);
  }

 private:
  std::vector<std::uint32_t> beats_;
};

/// Whether short cuts are open, and how much fits, changes while packets are held.
void change(Settings& settings, unsigned cycle) {
  settings.route_delay = cycle / 300 % 4 == 3 ? 3 : 0;
  settings.drop = cycle / 400 % 4 == 2;
  settings.crosspoint_packets = 1 + cycle / 200 % 3;
  settings.output_depth = 2 + cycle / 250 % 5;
  settings.depth = cycle / 350 % 2 == 0 ? 24 : 7;
}

template <class Switch>
void check_short_cuts(unsigned ports, unsigned max_length, const Settings& settings, bool changing) {
  Switch brief({ports, 0, 24}), whole({ports, 1, 24});
  SwitchStimulus stimulus(ports, max_length, 2, settings);
  Listed listed(brief.queues());
  std::vector<std::uint8_t> dest(ports);
  std::uint64_t moved = 0;
  for (unsigned n = 0; n < 6000; ++n) {
    const unsigned phase = n / 500 % 4;  // saturated, with receivers that stall and without; light load
    stimulus.drive(phase == 2 ? 15 : 95, phase == 1 ? 50 : phase == 3 ? 95 : 100);
    Inputs in = stimulus.in;
    for_each_port(in.s_tvalid, [&](unsigned p) {  // some packets are for an output that does not exist
      const TestBeat& beat = stimulus.beat(p);
      dest[p] = (beat.data >> 16U & 31U) != 0 ? beat.dest : static_cast<std::uint8_t>(ports);
    });
    in.s_tdest = dest.data();
    if (changing) change(in.settings, n);
    CAPTURE(n);
    REQUIRE((shown(brief) == shown(whole)));
    listed.check(brief.occupancy());
    moved += static_cast<unsigned>(__builtin_popcountll(brief.m_tvalid() & in.m_tready));
    const PortMask taken = in.s_tvalid & brief.s_tready();
    brief.step(in);
    whole.step(in);
    stimulus.taken(taken);
  }
  CHECK(moved > 1000 * ports);
}

}  // namespace

TEMPLATE_TEST_CASE("a twin without payload does what one with payload does", "[systemc]", SwitchInput,
                   SwitchWindow, SwitchVoq, SwitchCrosspoint, SwitchCicqLqf, SwitchOutput, SwitchShared) {
  const unsigned ports = GENERATE(2U, 3U, 16U);
  const unsigned max_length = GENERATE(1U, 3U);
  const unsigned variant = GENERATE(0U, 1U, 2U, 3U, 4U);
  CAPTURE(ports, max_length, variant);
  Settings settings;
  settings.depth = 24;
  settings.packet_beats = max_length;
  settings.seed = 3;
  settings.arbiter = static_cast<Arbitration>(variant % 4);
  settings.input_weights = 0x1312;
  settings.store_forward = variant == 1;
  settings.drop = variant == 2;
  settings.route_delay = variant == 3 ? 3 : 0;
  check_short_cuts<TestType>(ports, max_length, settings, variant == 4);
}
