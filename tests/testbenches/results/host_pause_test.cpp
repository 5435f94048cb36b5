// SPDX-License-Identifier: Apache-2.0
// Hosts that pause what comes to them: how long those behind them are paused, who is held, and who is not.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

constexpr unsigned kCycles = 100000;  // so many that shares of a few hundred are counts
constexpr std::array kSwitches{"input", "crosspoint", "cicq-lqf", "voq", "output", "shared"};

std::uint64_t counted(double share) { return static_cast<std::uint64_t>(std::llround(share * kCycles)); }

/// So many beats for each input and class of a switch of 4 ports and 2 classes, whose pipelined inputs have a
/// ring for each output.
std::string depth_of(const std::string& architecture, unsigned share, bool pipeline) {
  if (architecture == "output" || (pipeline && architecture != "input" && architecture != "shared"))
    share *= 4;
  if (architecture == "shared") share *= 8;
  return std::to_string(share);
}

/// A permutation of packets of one beat at full rate through FIFOs, which hold one beat of it, and host 2,
/// which pauses for some cycles: the FIFO of the host that sends to it fills, to xoff and by what comes after
/// it, and empties as fast as it has filled until the host goes on. Both frames take as long.
struct Storm {
  unsigned cable, response, frame, xoff, xon;

  [[nodiscard]] unsigned headroom() const { return 2 * cable + response + 1 + 1 + frame - 2; }
  [[nodiscard]] std::uint64_t paused(unsigned cycles) const {
    return 1 + cycles < xoff ? 0 : cycles + 1 + headroom() - xon;
  }
  [[nodiscard]] std::uint64_t overshoot(unsigned cycles) const {
    return 1 + cycles < xoff ? 0 : std::min(1 + cycles - xoff, headroom());
  }
  /// Of its output, behind the last of them: they were fewer than come until the host has gone on.
  [[nodiscard]] std::uint64_t idle(unsigned cycles) const {
    return 1 + cycles < xoff || headroom() + 1 < xon ? 0 : headroom() + 1 - xon;
  }
  [[nodiscard]] RunResult run(unsigned cycles, unsigned room, const Keys& keys = {}) const {
    return measured(with(fmt::format("ports 4, traffic permutation, load 1, flow pfc, host-cable {}, "
                                     "pause-response {}, pause-beats {}, depth {}, headroom {}, xon {}, "
                                     "warmup 0, cycles {}, host-pause 2:3000..{}",
                                     cable, response, frame, xoff + room, room, xon, kCycles, 3000 + cycles),
                         keys));
  }
};

std::string failing(const Keys& keys) {
  return message_of<RunError>([&] { (void)measured(keys); });
}

}  // namespace

TEST_CASE("a host that pauses for T cycles has the one behind it pause for T + 1 + H - xon", "[results]") {
  const std::uint64_t calm = Storm{5, 3, 1, 50, 49}.run(1, 20).delivered_packets + 1;
  for (const Storm& s :
       {Storm{5, 3, 1, 50, 49}, Storm{0, 0, 1, 9, 5}, Storm{12, 1, 4, 40, 10}, Storm{1, 8, 2, 7, 0}}) {
    const unsigned least = s.xoff - 1, full = least + s.headroom();
    for (const unsigned cycles : {1U, least - 1, least, least + 1, full - 1, full, full + 1, 400U}) {
      if (cycles == 0) continue;
      INFO(s.cable << " " << s.frame << " cycles " << cycles);
      const RunResult r = s.run(cycles, s.headroom());
      CHECK(counted(r.pause->paused_by_input.at(1)) == s.paused(cycles));
      CHECK(counted(r.pause->paused * 4) == s.paused(cycles));
      CHECK(r.pause->overshoot_beats == s.overshoot(cycles));
      CHECK(r.pause->overflowed_packets == 0);
      // Nothing for others is behind it, but for its own output when that has nothing left: it is seen idle a
      // cycle later, and the first packet is in the switch for one.
      CHECK(counted(r.pause->victims.value() * 4) == std::max<std::uint64_t>(s.idle(cycles), 2) - 2);
      // What host 2 does not take, and what two frames put off at another output.
      const unsigned frames = s.paused(cycles) == 0 ? 0 : 2 * s.frame;
      CHECK(calm - r.delivered_packets == cycles + frames + s.idle(cycles));
      // A beat less of room loses the last of what comes, also where the first leaves in its cycle.
      const unsigned lost = cycles + 1 >= full ? 1 : 0;
      CHECK(s.run(cycles, s.headroom() - 1).pause->overflowed_packets == lost);
    }
  }
}

TEST_CASE("a host that pauses is the same on systemc and rtl", "[results]") {
  const Storm storm{5, 3, 2, 20, 10};
  const auto paused = [&](const char* engine) {
    return storm.run(300, storm.headroom(), {{"engine", engine}, {"cycles", "2000"}}).pause->paused_by_input;
  };
  CHECK(paused("systemc") == paused("fast"));
  CHECK(paused("rtl") == paused("fast"));
}

TEST_CASE("a host of a network that pauses a class gives one record in several threads and on systemc",
          "[results]") {
  for (unsigned n = 0; n < 2 * kSwitches.size(); ++n) {
    const std::string architecture = kSwitches.at(n / 2);
    INFO(architecture << n % 2);
    const Keys keys{{"topology", "leaf-spine(3,2,2)"},
                    {"switch", architecture},
                    {"pipeline", std::to_string(n % 2)},
                    {"depth", depth_of(architecture, 48, n % 2 != 0)},
                    {"link-latency", "3"},
                    {"classes", "2"},
                    {"load", ".6"},
                    {"flow", "0:pfc,1:drop"},
                    {"host-pause", "1/0:500..900,3:1000..1000000000"},
                    {"warmup", "0"},
                    {"cycles", "2000"}};
    const auto record = [&](const Keys& more) { return record_as_fast(configured(with(keys, more))); };
    const RunResult r = measured(keys);
    CHECK(r.classes[0].pause->frames > 0);
    CHECK(r.classes[0].loss == 0);
    const std::string one = record({});
    CHECK(record({{"threads", "2"}}) == one);
    CHECK(record({{"engine", "systemc"}}) == one);
  }
}

TEST_CASE("a pause goes back from hop to hop, and lasts as much longer at each", "[results]") {
  // Host 1 at switch 1 sends to host 0 at switch 0.
  for (const auto& [link, cable, response] : {std::array{5U, 2U, 1U}, std::array{3U, 0U, 4U}}) {
    const Keys keys = fmt::format(
        "topology two-switches(1,1), link-latency {}, host-cable {}, pause-response {}, "
        "traffic permutation, load 1, flow pfc, depth 64, headroom 30, xon 20, warmup 0, cycles {}, "
        "host-pause 0:3000..3400",
        link, cable, response, kCycles);
    const RunResult r = measured(keys);
    const auto paused = [&](unsigned at, unsigned input) {
      return counted(r.network->switches[at].result.pause->paused_by_input.at(input));
    };
    const auto after_xoff = [&](unsigned latency) { return 2 * latency + response + 1 + 1 + 1 - 2; };
    CHECK(paused(0, 1) == 400 + 1 + after_xoff(link) - 20);
    CHECK(paused(1, 0) == paused(0, 1) + 1 + after_xoff(cable) - 20);
    CHECK(r.pause->overflowed_packets == 0);
  }
}

TEST_CASE("packets for other hosts behind one that pauses are victims in each of its cycles", "[results]") {
  // All hosts send to hosts 0 and 1 in turn, so that each has something for host 1, which takes nothing.
  for (const char* const architecture : {"input", "voq"}) {
    for (const unsigned ports : {2U, 4U}) {
      const auto victims = [&](unsigned cycles) {
        const RunResult r = measured({{"switch", architecture},
                                      {"ports", std::to_string(ports)},
                                      {"traffic", "alternate"},
                                      {"targets", "2"},
                                      {"load", "1"},
                                      {"flow", "pfc"},
                                      {"depth", "64"},
                                      {"host-cable", "5"},
                                      {"warmup", "0"},
                                      {"cycles", std::to_string(10 * kCycles)},
                                      {"host-pause", fmt::format("0:3000..{}", 3000 + cycles)}});
        CHECK(r.pause->overflowed_packets == 0);
        return counted(r.pause->victims.value() * 10 * ports);
      };
      INFO(architecture << " " << ports);
      CHECK(victims(1) == 0);
      const auto of_450 = victims(450);
      CHECK(of_450 - victims(400) == 50 * ports);
      CHECK(of_450 <= 450 * ports);
    }
  }
}

/// Packets of a class as they come out, but at some outputs.
std::vector<std::array<std::uint64_t, 4>> deliveries(const Keys& keys, unsigned of_class,
                                                     PortMask but_outputs) {
  std::vector<std::array<std::uint64_t, 4>> list;
  RunSinks sinks;
  sinks.deliveries = [&](const DeliveredPacket& p) {
    if (p.of_class == of_class && (but_outputs >> p.destination & 1U) == 0)
      list.push_back({p.source, p.destination, p.first_in_cycle, p.last_out_cycle});
  };
  const RunResult r = run_point(resolve(configured(keys)), {}, {}, sinks);
  CHECK(r.pause->overflowed_packets == 0);
  CHECK(r.classes[0].loss == 0);
  return list;
}

TEST_CASE("the pause of a class changes no cycle of the other class's packets", "[results]") {
  for (unsigned n = 0; n < 2 * kSwitches.size(); ++n) {
    const std::string architecture = kSwitches.at(n / 2);
    const bool pipeline = n % 2 != 0, memory = architecture == "output" || architecture == "shared";
    INFO(architecture << pipeline);
    const Keys calm{{"switch", architecture},
                    {"pipeline", pipeline ? "1" : "0"},
                    {"ports", "4"},
                    {"classes", "2"},
                    {"traffic", "permutation"},
                    {"class-load", "0:.4,1:.5"},
                    {"flow", "0:pfc,1:drop"},
                    {"depth", depth_of(architecture, 256, pipeline)},
                    {"host-cable", "3"},
                    {"warmup", "2000"},
                    {"cycles", "20000"}};
    // Host 1 sends to host 2, and gets the frames. In memories short words of a high class wait for those of
    // a low one, and behind a pipeline packets for those that were granted.
    const PortMask at_frames = bit(1), concerned = memory || pipeline ? bit(2) : 0;
    const Keys held = with(calm, {{"host-pause", "2/0:5000..5200"}});  // an input has room for all of it
    const Keys storm = with(calm, {{"host-pause", "2/0:5000..15000"}});
    CHECK(measured(held).pause->frames == 0);
    CHECK(measured(storm).pause->frames > 0);
    CHECK(deliveries(held, 1, concerned) == deliveries(calm, 1, concerned));
    CHECK(deliveries(storm, 1, concerned | at_frames) == deliveries(calm, 1, concerned | at_frames));
    CHECK(deliveries(storm, 0, at_frames) != deliveries(calm, 0, at_frames));
    CHECK(deliveries(storm, 0, at_frames | bit(2)) == deliveries(calm, 0, at_frames | bit(2)));
  }
}

TEST_CASE("a pause without an end stops the run, which names the host", "[results]") {
  const Keys one = "ports 4, flow pfc, depth 64, traffic permutation, host-pause 2:100..";
  for (const char* const load : {"load 1", "load 0.5"}) {
    const std::string message = failing(with(one, load));
    INFO(message);
    CHECK(mentions(message, {"no progress since cycle", "host 2: pauses output 2 from cycle 101 on, for ever",
                             "host 1: paused, input 1 holds"}));
  }
  const Keys two = "topology two-switches(2,2), link-latency 3, flow pfc, depth 64, traffic one-hot, load .5";
  CHECK(mentions(failing(with(two, "host-pause 0:100..")),
                 {"host 0: pauses output 0", "for ever", "link 2: paused, input 2 holds"}));
  // Another class goes on, and is gone when the run stops.
  const Keys classes{{"classes", "2"},
                     {"class-traffic", "0:one-hot,1:uniform"},
                     {"traffic", "uniform"},
                     {"flow", "0:pfc,1:drop"}};
  CHECK(mentions(failing(with(with(two, "host-pause 0/0:100.."), classes)),
                 {"host 0: pauses output 0 class 0 from", "link 2: paused, input 2 holds", "of class 0"}));
  CHECK(mentions(failing(with(with(one, "host-pause 0/0:100..,1/0:0.."), classes)),
                 {"pauses output 0 class 0 from", "for ever"}));
  // A circle beside it is found all the same.
  const Keys ring = {
      {"topology", std::string(XBARLAB_SOURCE_DIR) + "/experiments/topologies/ring-of-three.toml"}};
  CHECK(mentions(failing(with(ring,
                              "deadlock allow, flow pfc, depth 64, packet 8, load 1, warmup 0, "
                              "cycles 80000, host-pause 1:70000..")),
                 {"deadlock: s0 -> s1, paused", "host-pause"}));
}

TEST_CASE("a run waits for the end of a pause, however long, and drains without it", "[results]") {
  for (const char* const network : {"ports 2", "topology two-switches(1,1), link-latency 3"}) {
    const Keys keys = with(Keys(network), "flow pfc, depth 64, traffic permutation, load 1, warmup 0");
    // Nothing moves for longer than it takes else for a run to have stopped.
    const RunResult r = measured(keys, "cycles 140000, host-pause 0:1000..60000,1:1000..60000");
    CHECK(r.delivered_packets > 2 * 80000 - 200);
    CHECK(r.pause->overflowed_packets == 0);
    CHECK_NOTHROW(measured(keys, "cycles 70000, host-pause 0:1000..1000000000000,1:40000..1000000000000"));
  }
}

TEST_CASE("a pause is of a host, and of a class that pauses", "[results]") {
  const auto refused = [](const Keys& keys) { return message_of<InputError>([&] { configured(keys); }); };
  CHECK(refused("ports 4, flow pfc, depth 64, host-pause 4:0..9") ==
        "host-pause: '4:0..9' is not allowed; allowed: hosts 0..3");
  const Keys classes = {{"ports", "4"}, {"depth", "64"}, {"classes", "2"}, {"flow", "0:pfc,1:drop"}};
  for (const char* const pause : {"0/1:0..9", "0/2:0.."})
    CHECK(mentions(refused(with(classes, {{"host-pause", pause}})), {"classes with flow pfc at the host"}));
  CHECK(mentions(refused(with(with(classes, {{"host-pause", "0/0:0..9"}}), "engine rtl, flow pfc")),
                 {"host-pause: '0/0:0..9'", "engine fast systemc, and no device"}));
}
