// SPDX-License-Identifier: Apache-2.0
// What comes after the beat that reaches xoff, at worst: beside a model of its own, over all phases of the
// packets of both directions.
#include "host/link/pause_units.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kNever = ~0U;

/// A host that sends packets of a class, of `longest` beats, without a gap to an input from which nothing
/// goes, but for a beat of another class before packet `other_at`, which asks for a pause of that class at
/// once, and that packet of `after_other` beats. The link back is busy with packets of `to_host` beats from a
/// cycle on.
struct Phase {
  std::uint32_t xoff_beats, longest, to_host, back_from, other_at, after_other;
};

enum HostBeat : std::uint8_t { kNothing, kOfClass, kOfOther };

/// The host's side of the link, in its own time.
class Sender {
 public:
  explicit Sender(const Phase& phase) : phase_(phase) {}
  /// In a cycle, in which the link may move a beat or not.
  HostBeat next(bool obeys, bool moves = true) {
    if (left_ == 0 && packets_ == phase_.other_at && !other_sent_) {
      other_sent_ = moves;
      return moves ? kOfOther : kNothing;
    }
    if (left_ == 0 && !obeys) {
      left_ = packets_ == phase_.other_at ? phase_.after_other : phase_.longest;
      ++packets_;
    }
    return moves && left_ > 0 ? (--left_, kOfClass) : kNothing;
  }

 private:
  Phase phase_;
  std::uint32_t left_ = 0;
  unsigned packets_ = 0;
  bool other_sent_ = false;
};

/// In the host's and the switch's own time, with the cables as beats on their way. A frame says what is asked
/// for in its first cycle.
std::uint32_t overshoot_by_hand(const PauseSettings& s, const Phase& phase, const LinkPeriods& period = {}) {
  std::uint32_t taken = 0, shown = 0, out_left = 0, frame_left = 0;
  bool asked = false, sent = false, names_it = false, obeys = false;
  bool other_came = false, other_shown = false, other_asked = false, other_sent = false;
  std::deque<HostBeat> to_switch(s.cable_cycles, kNothing);
  std::deque<bool> to_host(s.cable_cycles + s.response_cycles);
  Sender host(phase);
  for (unsigned cycle = 0; cycle < 400; ++cycle) {
    // The link to the host: the end of the frame is what counts.
    bool end_of_frame = false;
    if (frame_left == 0 && out_left == 0) {
      if (asked != sent || other_asked != other_sent) {
        frame_left = s.frame_beats * period.to_host;
        names_it = sent = asked;
        other_sent = other_asked;
      } else if (cycle >= phase.back_from && cycle % period.to_host == 0) {
        out_left = phase.to_host;
      }
    }
    if (frame_left > 0)
      end_of_frame = --frame_left == 0;
    else if (out_left > 0 && cycle % period.to_host == 0)
      --out_left;
    asked = shown >= phase.xoff_beats;  // a register, of a register
    other_asked = other_shown;
    to_host.push_back(end_of_frame && names_it);
    obeys |= to_host.front();
    to_host.pop_front();
    // The host, and its link.
    to_switch.push_back(host.next(obeys, (cycle + s.cable_cycles) % period.to_switch == 0));
    taken += to_switch.front() == kOfClass ? 1 : 0;
    other_came |= to_switch.front() == kOfOther;
    to_switch.pop_front();
    shown = taken;
    other_shown = other_came;
  }
  return taken - phase.xoff_beats;
}

/// The same by the pause unit, in the switch's time. `late`: the host obeys so many cycles later than it
/// says.
std::uint32_t overshoot(const PauseSettings& s, const Phase& phase, std::uint32_t late = 0,
                        const LinkPeriods& period = {}) {
  PauseSettings settings = s;
  settings.of_class[0] = PauseLimits{phase.xoff_beats};
  settings.of_class[1] = PauseLimits{1};
  settings.response_cycles += late;
  PauseUnits unit(2, settings);
  unit.set_period(1, period.to_host);
  std::uint32_t taken = 0, shown = 0, other = 0, other_shown = 0, out_left = 0;
  Sender host(phase);
  for (std::uint64_t cycle = 0; cycle < 400; ++cycle) {
    unit.hold(1, 0, shown);
    unit.hold(1, 1, other_shown);
    shown = taken;
    other_shown = other;
    const bool within_packet = out_left > 0 && out_left < phase.to_host;
    if ((unit.before_cycle(cycle, within_packet ? 2 : 0) & 2U) == 0) {
      if (out_left == 0 && cycle >= phase.back_from) out_left = phase.to_host;
      if (out_left > 0 && cycle % period.to_host == 0) --out_left;
    }
    const HostBeat beat = host.next((unit.paused(0) & 2U) != 0, cycle % period.to_switch == 0);
    taken += beat == kOfClass ? 1 : 0;
    other += beat == kOfOther ? 1 : 0;
  }
  return taken - phase.xoff_beats;
}

/// Over all phases; with `others` those in which a beat of the other class comes shortly before, too: alone,
/// or behind packets where a frame for it may wait for their end only.
template <class Of>
std::uint32_t worst(const LongestPackets& longest, bool others, Of&& of, const LinkPeriods& period = {}) {
  std::uint32_t most = 0;
  const unsigned packets = 120 / longest.of_class / period.to_switch;
  const std::uint32_t back = longest.to_host * period.to_host;
  for (std::uint32_t xoff = packets * longest.of_class; xoff < (packets + period.to_host) * longest.of_class;
       ++xoff) {
    for (std::uint32_t from = 0; from < back; ++from)
      most = std::max(most, of(Phase{xoff, longest.of_class, longest.to_host, from, kNever, 0}));
    for (std::uint32_t after = 1; others && after <= longest.of_class; ++after) {
      for (unsigned at = packets - 1; at <= packets + 1; ++at) {
        for (std::uint32_t from = 0; from < (period.to_switch == 1 ? 1 : back); ++from) {
          const std::uint32_t back_from = period.to_switch == 1 ? kNever : from;
          most = std::max(most, of(Phase{xoff, longest.of_class, longest.to_host, back_from, at, after}));
        }
      }
    }
  }
  return most;
}

void check_worst(const PauseSettings& s, const LongestPackets& longest, bool others,
                 const LinkPeriods& period = {}) {
  CAPTURE(s.cable_cycles, s.response_cycles, s.frame_beats, longest.of_class, longest.to_host, others,
          period.to_host, period.to_switch);
  const std::uint32_t formula = headroom_beats(s, longest, others, period);
  const auto by_hand = [&](const Phase& p) { return overshoot_by_hand(s, p, period); };
  CHECK(worst(longest, others, by_hand, period) == formula);
  const auto by_unit = [&](const Phase& p) { return overshoot(s, p, 0, period); };
  CHECK(worst(longest, others, by_unit, period) == formula);
}

}  // namespace

TEST_CASE("the headroom of pauses is what comes in the worst of all phases", "[host]") {
  for (const std::uint32_t cable : {0U, 1U, 7U}) {
    for (const std::uint32_t response : {1U, 2U, 9U}) {
      for (const std::uint32_t frame : {1U, 2U, 8U}) {
        for (const std::uint32_t longest : {1U, 2U, 3U, 24U})
          check_worst({frame, cable, response}, {longest, longest}, false);
      }
    }
  }
}

TEST_CASE("of classes the longest packet of each counts, and a frame for another one may be in the way",
          "[host]") {
  for (const std::uint32_t cable : {0U, 7U}) {
    for (const std::uint32_t frame : {1U, 3U, 8U}) {
      for (const std::uint32_t longest : {1U, 3U, 10U}) {
        for (const std::uint32_t to_host : {3U, 10U}) {
          check_worst({frame, cable, 2}, {longest, to_host}, false);
          check_worst({frame, cable, 2}, {longest, to_host}, true);
        }
      }
    }
  }
}

TEST_CASE("to a slow host packets and frames take so much longer", "[host]") {
  for (const std::uint32_t cable : {0U, 7U}) {
    for (const std::uint32_t frame : {1U, 3U}) {
      for (const std::uint32_t longest : {1U, 7U}) {  // prime to the period: in all phases
        for (const std::uint32_t period : {2U, 3U, 5U}) {
          check_worst({frame, cable, 2}, {longest, longest}, false, {period, 1});
          check_worst({frame, cable, 2}, {longest, longest}, true, {period, 1});
        }
      }
    }
  }
}

TEST_CASE("behind a speed-up beats come as slowly as they go", "[host]") {
  for (const std::uint32_t cable : {0U, 3U}) {
    for (const std::uint32_t response : {1U, 2U}) {
      for (const std::uint32_t frame : {1U, 2U, 5U}) {
        for (const std::uint32_t longest : {1U, 3U, 5U}) {  // prime to the periods
          for (const std::uint32_t to_host : {2U, 4U}) {
            check_worst({frame, cable, response}, {longest, longest}, false, {to_host, 2});
            check_worst({frame, cable, response}, {longest, longest}, true, {to_host, 2});
          }
        }
      }
    }
  }
}

TEST_CASE("a host that obeys a cycle late needs a beat more", "[host]") {
  const PauseSettings s{2, 3, 4};
  CHECK(worst({5, 5}, false, [&](const Phase& p) { return overshoot(s, p, 1); }) ==
        headroom_beats(s, {5, 5}) + 1);
}

TEST_CASE("a paused host goes on when its input holds xon beats", "[host]") {
  PauseSettings s{2, 3, 1};
  s.of_class[0] = PauseLimits{10, 4, 8};
  PauseUnits unit(2, s);
  std::uint64_t now = 0;
  const auto until = [&](std::uint64_t beats, bool paused) {
    const std::uint64_t begin = now;
    for (; (unit.paused(0) == 1) != paused && now < begin + 100; ++now) {
      unit.hold(0, 0, beats);
      unit.before_cycle(now, 0);
    }
    return now - begin;
  };
  CHECK(until(9, true) == 100);
  CHECK(until(10, true) == 9);  // frame of 2 beats, 2 cables, response, and this cycle
  CHECK(until(5, false) == 100);
  CHECK(until(4, false) == 9);
  CHECK(unit.pauses(0) == 1);
  CHECK(unit.resumes(0) == 1);
  CHECK_FALSE(unit.busy());
}

TEST_CASE("a frame names all classes that pause, and each goes on by itself", "[host]") {
  PauseSettings s{2, 0, 1};
  s.of_class[1] = s.of_class[3] = PauseLimits{10, 4, 8};
  PauseUnits unit(2, s);
  std::uint64_t now = 0;
  const auto after = [&](std::uint64_t first, std::uint64_t third) {
    for (const std::uint64_t end = now + 10; now < end; ++now) {
      unit.hold(0, 1, first);
      unit.hold(0, 3, third);
      unit.before_cycle(now, 0);
    }
    return std::pair(unit.paused(1), unit.paused(3));
  };
  CHECK(after(10, 10) == std::pair<PortMask, PortMask>(1, 1));
  CHECK(after(4, 10) == std::pair<PortMask, PortMask>(0, 1));
  CHECK(after(4, 4) == std::pair<PortMask, PortMask>(0, 0));
  CHECK(unit.pauses(1) == 1);
  CHECK(unit.pauses(3) == 1);
}
