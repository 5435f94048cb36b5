// SPDX-License-Identifier: Apache-2.0
// What comes after the beat that reaches xoff, at worst: beside a model of its own, over all phases of the
// packets of both directions.
#include "host/link/pause_units.h"

#include <algorithm>
#include <deque>

#include "tests/catch.h"

using namespace xb;

namespace {

/// A host that sends packets of `longest` beats without a gap to an input from which nothing goes, and the
/// link back, busy with packets of that length: `within` beats of the first are gone when all begins.
struct Phase {
  std::uint32_t xoff_beats, longest, within;
};

/// In the host's and the switch's own time, with the cables as beats on their way.
std::uint32_t overshoot_by_hand(const PauseSettings& s, const Phase& phase) {
  std::uint32_t taken = 0, shown = 0, host_left = 0;
  std::uint32_t out_left = phase.longest - phase.within, frame_left = 0;
  bool asked = false, sent = false, obeys = false;
  std::deque<bool> to_switch(s.cable_cycles), to_host(s.cable_cycles + s.response_cycles);
  for (unsigned cycle = 0; cycle < 4000; ++cycle) {
    // The link to the host: the end of the frame is what counts.
    bool end_of_frame = false;
    if (frame_left == 0 && out_left == 0) {
      if (asked && !sent) {
        frame_left = s.frame_beats;
        sent = true;
      } else {
        out_left = phase.longest;
      }
    }
    if (frame_left > 0)
      end_of_frame = --frame_left == 0;
    else
      --out_left;
    asked = shown >= phase.xoff_beats;  // a register, of a register
    to_host.push_back(end_of_frame);
    obeys |= to_host.front();
    to_host.pop_front();
    // The host, and its link.
    if (host_left == 0 && !obeys) host_left = phase.longest;
    to_switch.push_back(host_left > 0);
    host_left -= host_left > 0 ? 1 : 0;
    taken += to_switch.front() ? 1 : 0;
    to_switch.pop_front();
    shown = taken;
  }
  return taken - phase.xoff_beats;
}

/// The same by the pause unit, in the switch's time. `late`: the host obeys so many cycles later than it
/// says.
std::uint32_t overshoot(const PauseSettings& s, const Phase& phase, std::uint32_t late = 0) {
  PauseSettings settings = s;
  settings.xoff_beats = phase.xoff_beats;
  settings.response_cycles += late;
  PauseUnits unit(2, settings);
  std::uint32_t taken = 0, shown = 0, host_left = 0, out_left = phase.longest - phase.within;
  bool within = phase.within > 0;
  for (std::uint64_t cycle = 0; cycle < 4000; ++cycle) {
    unit.hold(1, shown);
    shown = taken;
    const bool frame = (unit.before_cycle(cycle, within ? 2 : 0) & 2U) != 0;
    if (!frame) {
      within = --out_left > 0;
      if (!within) out_left = phase.longest;
    }
    if (host_left == 0 && (unit.paused() & 2U) == 0) host_left = phase.longest;
    if (host_left > 0) {
      --host_left;
      ++taken;
    }
  }
  return taken - phase.xoff_beats;
}

template <class Of>
std::uint32_t worst(std::uint32_t longest, Of&& of) {
  std::uint32_t most = 0;
  for (std::uint32_t xoff = 200; xoff < 200 + longest; ++xoff) {
    for (std::uint32_t within = 0; within < longest; ++within)
      most = std::max(most, of(Phase{xoff, longest, within}));
  }
  return most;
}

}  // namespace

TEST_CASE("the headroom of pauses is what comes in the worst of all phases", "[host]") {
  for (const std::uint32_t cable : {0U, 1U, 7U}) {
    for (const std::uint32_t response : {1U, 2U, 9U}) {
      for (const std::uint32_t frame : {1U, 2U, 8U}) {
        for (const std::uint32_t longest : {1U, 2U, 3U, 24U}) {
          const PauseSettings s{0, 0, 0, frame, cable, response};
          CAPTURE(cable, response, frame, longest);
          CHECK(worst(longest, [&](const Phase& p) { return overshoot_by_hand(s, p); }) ==
                headroom_beats(s, longest));
          CHECK(worst(longest, [&](const Phase& p) { return overshoot(s, p); }) ==
                headroom_beats(s, longest));
        }
      }
    }
  }
}

TEST_CASE("a host that obeys a cycle late needs a beat more", "[host]") {
  const PauseSettings s{0, 0, 0, 2, 3, 4};
  CHECK(worst(5, [&](const Phase& p) { return overshoot(s, p, 1); }) == headroom_beats(s, 5) + 1);
}

TEST_CASE("a paused host goes on when its input holds xon beats", "[host]") {
  PauseUnits unit(2, {10, 4, 8, 2, 3, 1});
  std::uint64_t now = 0;
  const auto until = [&](std::uint64_t beats, bool paused) {
    const std::uint64_t begin = now;
    for (; (unit.paused() == 1) != paused && now < begin + 100; ++now) {
      unit.hold(0, beats);
      unit.before_cycle(now, 0);
    }
    return now - begin;
  };
  CHECK(until(9, true) == 100);
  CHECK(until(10, true) == 9);  // frame of 2 beats, 2 cables, response, and this cycle
  CHECK(until(5, false) == 100);
  CHECK(until(4, false) == 9);
  CHECK(unit.pauses() == 1);
  CHECK(unit.resumes() == 1);
  CHECK_FALSE(unit.busy());
}
