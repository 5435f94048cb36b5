// SPDX-License-Identifier: Apache-2.0
// Switches of a network that pause each other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// Packets for c's host, which takes a beat in 100 cycles: b has c's pause for long, so that nothing leaves
/// its input from a, and a gets b's pause whatever it sends. Whole packets go over the cables, so that the
/// slow host's do not take them for long.
constexpr const char* kChain = R"(
routing = "up-down"
[[switch]]
name = "c"
hosts = 1
host-rate = 0.01
[[switch]]
name = "b"
hosts = 1
[[switch]]
name = "a"
hosts = 2
[[link]]
between = ["a", "b"]
latency = 5
[[link]]
between = ["b", "c"]
latency = 3
)";
constexpr std::size_t kInputFromA = 2 + 1;  // behind the two ports of c and b's host

struct Chain {
  std::string architecture;
  unsigned longest, frame;

  [[nodiscard]] unsigned formula() const { return 2 * 5 + 1 + 2 * longest + frame - 2; }
  [[nodiscard]] PauseResult with_headroom(unsigned beats) const {
    const ScratchFolder folder;
    const std::string file = folder.path() / "chain.toml";
    std::ofstream(file) << kChain;
    return *measured(
                fmt::format(
                    "switch {}, traffic hotspot, unbalance 0.3, load 1, forwarding store-and-forward, "
                    "packet 1..{}, flow pfc, pause-beats {}, headroom {}, depth {}, warmup 0, cycles 600000",
                    architecture, longest, frame, beats, 60 + beats),
                {{"topology", file}})
                .pause;
  }
};

constexpr std::array kArchitectures{"input", "crosspoint", "cicq-lqf", "voq", "output", "shared"};

bool is_memory(const std::string& architecture) {
  return architecture == "output" || architecture == "shared";
}

/// So many beats for each input and class of a switch of so many ports.
/// `pipeline`: inputs have rings.
std::string depth_of(const std::string& architecture, unsigned share, unsigned ports, unsigned classes,
                     bool pipeline = false) {
  const bool ring = pipeline && architecture != "input" && !is_memory(architecture);
  if (architecture == "output" || ring) share *= ports;
  if (architecture == "shared") share *= ports * classes;
  return std::to_string(share);
}

/// Between a and b, two classes that pause. b's host sends class 1 to a without a gap, in packets of `other`
/// beats at most, in whose way a frame for class 0 is; c's host takes something of both.
struct ClassLink {
  std::string architecture;
  unsigned latency, response, longest, other, frame;
  std::string flow = "0:pfc,1:pfc";
  bool pipeline = false;
  /// Of class 1. What drops is not held back, so that class 0 comes without a gap only now and then.
  std::vector<double> loads = {1};

  void check(unsigned cycles) const {
    INFO(architecture << ": " << latency << " " << response << " " << longest << " " << other << " "
                      << frame);
    const unsigned needed = 2 * latency + response + longest + other + frame - 2;
    std::uint64_t most = 0, lost = 0;
    for (const double load : loads) {
      const auto [overshoot, overflows] = input_from_a(needed, load, cycles);
      CHECK(overflows == 0);
      most = std::max(most, overshoot);
      lost += input_from_a(needed - 1, load, cycles).second;
      if (most >= needed && lost > 0) break;
    }
    CHECK(lost > 0);
    CHECK(most == needed);
  }

 private:
  /// Overshoot, and packets that overflowed.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> input_from_a(unsigned headroom, double load,
                                                                     unsigned cycles) const {
    const ScratchFolder folder;
    const std::string file = folder.path() / "chain.toml";
    std::string chain = kChain;
    chain.replace(chain.find("0.01"), 4, "0.025");
    chain.replace(chain.find("latency = 5") + 10, 1, std::to_string(latency));
    std::ofstream(file) << chain;
    // A word may hold less than it has room for.
    const unsigned words = is_memory(architecture) ? 40 : 0;
    Keys keys{{"topology", file},
              {"switch", architecture},
              {"classes", "2"},
              {"flow", flow},
              {"service", "dwrr"},
              {"class-traffic", "0:one-hot,1:permutation"},
              {"class-load", fmt::format("0:1,1:{}", load)},
              {"class-packet", "1:" + std::to_string(other)},
              {"forwarding", "store-and-forward"},
              {"packet", "1.." + std::to_string(longest)},
              {"pause-beats", std::to_string(frame)},
              {"pause-response", std::to_string(response)},
              {"headroom", std::to_string(headroom)},
              {"depth", depth_of(architecture, 60 + headroom + words, 3, 2, pipeline)},
              {"pipeline", pipeline ? "1" : "0"},
              {"deadlock", "allow"},
              {"warmup", "0"},
              {"cycles", std::to_string(cycles)}};
    if (architecture == "input" && !pipeline) keys["class-heads"] = "offer";
    // Behind a pipeline what comes after a pause begins with a gap.
    if (pipeline) keys["xon"] = "1";
    const RunResult r = measured(keys);
    const PauseResult& pause = *r.classes[0].pause;
    return {pause.overshoot_by_input.at(kInputFromA), pause.overflowed_by_input.at(kInputFromA)};
  }
};

Keys ring(const std::string& routing) {
  return with("deadlock allow, flow pfc, depth 64, packet 8, load 1, warmup 0, cycles 80000",
              {{"topology", std::string(XBARLAB_SOURCE_DIR) + "/experiments/topologies/" + routing}});
}

}  // namespace

TEST_CASE("a link of a network uses the headroom of the formula, and loses packets with a beat less",
          "[results]") {
  for (const Chain& chain : {Chain{"input", 1, 3}, Chain{"voq", 2, 1}}) {
    INFO(chain.architecture);
    const PauseResult enough = chain.with_headroom(chain.formula());
    CHECK(enough.overshoot_by_input.at(kInputFromA) == chain.formula());
    CHECK(enough.overflowed_by_input.at(kInputFromA) == 0);
    CHECK(chain.with_headroom(chain.formula() - 1).overflowed_by_input.at(kInputFromA) > 0);
  }
}

TEST_CASE("victims of a link's pause are packets at its other end for outputs that idle", "[results]") {
  const ScratchFolder folder;
  const std::string file = folder.path() / "chain.toml";
  std::ofstream(file) << kChain;
  const Keys keys = with(
      "forwarding store-and-forward, packet 8, load 1, flow pfc, headroom 40, "
      "depth 100, warmup 20000, cycles 100000",
      {{"topology", file}});
  const auto victims = [&](const Keys& traffic) {
    return *measured(keys, traffic).network->switches[1].result.pause;
  };
  // Host 2 sends to c's host, host 3 to b's, in turn: in 800 cycles one packet of each leaves b, and b's host
  // takes 8 beats. All others of the cycles in which b pauses a hold host 3's packets up.
  const PauseResult both = victims("traffic permutation, ranks 2,0,3,1");
  CHECK(both.paused_by_input.at(1) > 0.8);
  CHECK(both.victims.value() * 3 <= both.paused_by_input.at(1));
  CHECK(both.victims.value() * 3 == Approx(both.paused_by_input.at(1)).margin(0.01));
  // What is held up would go nowhere.
  const PauseResult none = victims("traffic one-hot");
  CHECK(none.paused_by_input.at(1) > 0.8);
  CHECK(none.victims == 0);
}

TEST_CASE("victims of a pause are counted at hosts of networks and of schedules", "[results]") {
  const RunResult r = measured(ring(""), "topology torus(3,1), link-latency 3, deadlock refuse, cycles 5000");
  CHECK(r.pause->victims.value() > 0.01);
  CHECK(r.pause->victims.value() < r.pause->paused);
  const Keys program = "ports 8, cluster ideal, flow pfc, depth 64, packet 8, host-cable 2";
  const RunResult all = measured(program, "schedule same-order");
  CHECK(all.pause->paused > 0.1);
  CHECK(all.pause->victims.value() > 0);
  CHECK(measured(program, "schedule shift").pause->victims == 0);
}

TEST_CASE("switches that pause each other in a circle stop, and are named", "[results]") {
  const std::string message = message_of<RunError>([] { (void)measured(ring("ring-of-three.toml")); });
  INFO(message);
  CHECK(mentions(message, {"no progress since cycle", "s0 -> s1, paused, waits for s1 -> s2",
                           "s1 -> s2, paused, waits for s2 -> s0", "s2 -> s0, paused, waits for s0 -> s1",
                           "link 2: paused, input 2 holds"}));
}

TEST_CASE("switches that pause each other go on where routes make no circle", "[results]") {
  for (const char* const topology : {"torus(3,1)", "torus(3,2)", "fat-tree(4)"}) {
    for (const char* const architecture : {"input", "voq"}) {
      const RunResult r = measured(ring(""), with("link-latency 3, deadlock refuse, cycles 5000",
                                                  {{"topology", topology}, {"switch", architecture}}));
      INFO(topology << " " << architecture);
      CHECK(r.pause->frames > 0);
      CHECK(r.pause->overflowed_packets == 0);
      CHECK(r.network->switches.back().result.pause->paused > 0);
    }
  }
}

TEST_CASE("a pause ends where the switch is empty before its pause unit has heard of the last beat",
          "[results]") {
  const RunResult r = measured(
      with("switch voq, pipeline 1, link-latency 2, classes 2, depth 256, load .5, flow pfc, xoff 1, traffic "
           "hotspot, "
           "class-load 0:0.5, cycles 5000, seed 216722",
           {{"topology", "fat-tree(4)"}, {"class-packet", "0:2,1:1..3"}, {"class-cycles", "1:500..501"}}));
  CHECK(r.pause->frames > 0);
}

TEST_CASE("pauses in a network are the same in several threads", "[results]") {
  const Keys keys = with(ring(""), "topology fat-tree(4), link-latency 3, cycles 3000");
  const RunResult one = measured(keys), two = measured(keys, "threads 2");
  CHECK(one.pause->frames > 0);
  CHECK(two.pause->paused_by_input == one.pause->paused_by_input);
  CHECK(two.pause->overshoot_by_input == one.pause->overshoot_by_input);
  CHECK(one.pause->victims.value() > 0);
  CHECK(two.pause->victims == one.pause->victims);
  CHECK(two.latency.mean == one.latency.mean);
}

TEST_CASE("credits of a cable give its full rate with 2L + R and a packet, and not with a beat less",
          "[results]") {
  // voq holds a beat for 2 cycles more.
  struct Cable {
    std::string architecture;
    unsigned latency, response, packet, more;
  };
  for (const Cable& c : {Cable{"input", 5, 1, 8, 0}, Cable{"input", 10, 0, 5, 0}, Cable{"voq", 3, 4, 1, 2}}) {
    INFO(c.architecture << " latency " << c.latency);
    const unsigned full = 2 * c.latency + std::max(c.response, 1U) + c.packet + c.more;
    const auto with_depth = [&](unsigned depth) {
      return measured(
          fmt::format("topology two-switches(1,1), link-latency {}, pause-response {}, switch {}, "
                      "traffic permutation, load 1, packet {}, flow cbfc, depth {}, warmup 2000, cycles 4000",
                      c.latency, c.response, c.architecture, c.packet, depth));
    };
    CHECK(with_depth(full).throughput.mean == Approx(1).margin(1e-9));
    CHECK(with_depth(full - 1).throughput.mean < 0.97);
  }
}

TEST_CASE("switches that have credits for each other lose nothing, and stop in a circle", "[results]") {
  for (const char* const architecture : {"input", "voq"}) {
    const Keys keys =
        with(ring(""), with("topology fat-tree(4), link-latency 3, flow cbfc, deadlock refuse, cycles 3000",
                            {{"switch", architecture}}));
    const RunResult r = measured(keys), two = measured(keys, "threads 2");
    INFO(architecture);
    CHECK(r.pause->overflowed_packets == 0);
    CHECK(r.pause->overshoot_beats == 8);  // all of its memory
    CHECK(r.pause->paused > 0.05);
    CHECK(r.pause->victims.value() > 0.01);
    CHECK(two.pause->paused_by_input == r.pause->paused_by_input);
    CHECK(two.pause->victims == r.pause->victims);
  }
  const Keys deadlock = "flow cbfc, depth 24";
  const std::string message =
      message_of<RunError>([&] { (void)measured(ring("ring-of-three.toml"), deadlock); });
  CHECK(mentions(message, {"s0 -> s1, paused, waits for s1 -> s2", "s1 -> s2, paused, waits for s2 -> s0",
                           "link 2: paused, input 2 holds 24 beats"}));
}

TEST_CASE("a class of a network uses the headroom of the formula, and loses packets with a beat less",
          "[results]") {
  ClassLink{"input", 5, 0, 2, 3, 2}.check(150000);
  ClassLink{"crosspoint", 5, 4, 1, 5, 3}.check(150000);
  ClassLink{"cicq-lqf", 1, 1, 3, 5, 1}.check(150000);
  ClassLink{"voq", 5, 0, 2, 3, 2}.check(150000);
  ClassLink{"output", 5, 2, 2, 5, 3}.check(150000);
  ClassLink{"shared", 3, 0, 1, 3, 1}.check(150000);
}

void check_pipelined(ClassLink link) {
  link.pipeline = true;
  link.loads = {0.8, 0.95, 1};
  link.check(400000);
}

TEST_CASE("a class of a network of pipelined switches uses the headroom of the formula, to the beat",
          "[results]") {
  check_pipelined({"voq", 5, 0, 2, 3, 2});
}

TEST_CASE("a class of a network of pipelined switches of each kind uses the headroom of the formula",
          "[results][.long]") {
  check_pipelined({"input", 5, 0, 2, 3, 2});
  check_pipelined({"crosspoint", 5, 4, 1, 5, 3});
  check_pipelined({"output", 5, 2, 2, 5, 3});
  check_pipelined({"shared", 3, 0, 1, 3, 1});
}

/// Beside a class that drops; its packets are shorter than a frame, or longer.
void check_beside_drops(const std::string& architecture, bool is_longer) {
  ClassLink link =
      is_longer ? ClassLink{architecture, 3, 1, 1, 4, 2} : ClassLink{architecture, 5, 0, 2, 2, 4};
  link.flow = "0:pfc,1:drop";
  link.loads = {.2, .6, .8, .5, .4, .1, .05};
  link.check(300000);
}

TEST_CASE("beside a class that drops no frame is in a frame's way, and the headroom is used to the beat",
          "[results]") {
  check_beside_drops("input", false);
  check_beside_drops("shared", true);
}

TEST_CASE("beside a class that drops every switch uses the headroom, whatever its packets",
          "[results][.long]") {
  for (const char* const architecture : kArchitectures) {
    check_beside_drops(architecture, false);
    check_beside_drops(architecture, true);
  }
}

TEST_CASE("the headroom of classes in networks is the formula's in random settings", "[results][.long]") {
  RandomStream random(1, StreamPurpose::Test, 0);
  const auto between = [&](unsigned least, unsigned most) { return least + random.below(most - least + 1); };
  for (unsigned n = 0; n < 60; ++n) {
    ClassLink link{kArchitectures.at(n % kArchitectures.size()),
                   between(1, 12),
                   between(0, 4),
                   between(1, 3),
                   0,
                   between(1, 3)};
    link.other = between(std::max(link.longest, link.frame), 5);
    link.loads = {1, 0.95, 0.9};  // the worst case comes in every setting, but not always at load 1
    link.check(400000);
  }
}

TEST_CASE("credits of a class give a cable its full rate with the memory of one class", "[results]") {
  for (const unsigned less : {0, 1}) {
    const RunResult r = measured({{"topology", "two-switches(1,1)"},
                                  {"link-latency", "5"},
                                  {"pause-response", "1"},
                                  {"classes", "2"},
                                  {"class-traffic", "0:permutation"},
                                  {"class-load", "0:1,1:0"},
                                  {"packet", "8"},
                                  {"flow", "cbfc"},
                                  {"depth", std::to_string(2 * 5 + 1 + 8 - less)},
                                  {"warmup", "2000"},
                                  {"cycles", "4000"}});
    CHECK((r.classes[0].throughput.mean > 1 - 1e-9) == (less == 0));
    CHECK(r.classes[0].throughput.mean > 0.88);
  }
}

TEST_CASE("an output passes over a class whose link is paused", "[results]") {
  // Two hosts send class 0 to one, which the cable is paused for; class 1 goes to the others.
  for (unsigned n = 0; n < 2 * kArchitectures.size(); ++n) {
    const std::string architecture = kArchitectures.at(n / 2);
    const bool pipeline = n % 2 != 0;
    for (const char* const flow : {"0:pfc,1:drop", "0:pfc,1:pfc", "0:cbfc,1:drop", "0:cbfc,1:cbfc"}) {
      INFO(architecture << pipeline << " " << flow);
      const Keys keys{{"topology", "two-switches(3,3)"},
                      {"link-latency", "4"},
                      {"switch", architecture},
                      {"deadlock", "allow"},
                      {"classes", "2"},
                      {"flow", flow},
                      {"pipeline", pipeline ? "1" : "0"},
                      {"depth", depth_of(architecture, 64, 4, 2, pipeline)},
                      {"class-traffic", "0:one-hot,1:uniform"},
                      {"warmup", "2000"},
                      {"cycles", "4000"}};
      const RunResult storm = measured(keys, {{"class-load", "0:1,1:0.2"}});
      const RunResult calm = measured(keys, {{"class-load", "0:0,1:0.2"}});
      CHECK(storm.classes[0].pause->paused > 0.5);
      CHECK(storm.pause->overflowed_packets == 0);
      CHECK(storm.classes[1].loss == 0);
      const double later = storm.classes[1].latency.mean - calm.classes[1].latency.mean;
      CHECK(later >= 0);
      // Behind no more than what either switch has read of class 0: a word of 2N beats, a packet in the queue
      // of an output, or one on its way. Frames are in its packets' way; credits are not.
      const bool credits = std::string(flow).find("cbfc") != std::string::npos;
      if (is_memory(architecture))
        CHECK(later < 2 * 8);
      else if (pipeline || architecture == "voq")
        CHECK(later < 1);
      else
        CHECK(later == (credits ? Approx(0).margin(1e-12) : Approx(0.2).margin(0.15)));
    }
  }
}

TEST_CASE("classes of a network that pause are the same in several threads, and on another engine",
          "[results]") {
  for (unsigned n = 0; n < 2 * kArchitectures.size(); ++n) {
    const std::string architecture = kArchitectures.at(n / 2);
    const bool pipeline = n % 2 != 0;
    INFO(architecture << pipeline);
    const Keys keys = with(ring(""), {{"topology", "leaf-spine(3,2,2)"},
                                      {"switch", architecture},
                                      {"pipeline", pipeline ? "1" : "0"},
                                      {"depth", depth_of(architecture, 64, 4, 3, pipeline)},
                                      {"link-latency", "3"},
                                      {"classes", "3"},
                                      {"class-load", "0:1,1:0.3,2:0.2"},
                                      {"class-traffic", "1:one-hot"},
                                      {"flow", "0:pfc,1:cbfc,2:drop"},
                                      {"cycles", "1000"}});
    const auto record = [&](const Keys& more) { return record_as_fast(configured(with(keys, more))); };
    const std::string one = record({});
    const RunResult r = measured(keys);
    CHECK(r.classes[0].pause->frames > 0);
    CHECK(r.classes[1].pause->paused > 0);
    CHECK(r.pause->overflowed_packets == 0);
    // What a class has begun is delivered, lost, or in the network; one that pauses or has credits loses
    // none.
    CHECK(r.classes[0].loss == 0);
    CHECK(r.classes[1].loss == 0);
    CHECK(record({{"threads", "2"}}) == one);
    CHECK(record({{"threads", "3"}}) == one);
    CHECK(record({{"engine", "systemc"}}) == one);
  }
}

TEST_CASE("a class that pauses in a circle is named, while another one goes on", "[results]") {
  const auto stopped = [](const Keys& keys) {
    const Keys all = with(ring("ring-of-three.toml"), keys);
    return message_of<RunError>([&] { (void)measured(all); });
  };
  const Keys mixed{{"classes", "2"}, {"class-load", "0:1,1:0.1"}};
  // Of class 0 all packets go over two links.
  const Keys transit{{"class-traffic", "0:permutation"}, {"ranks", "0,2,1"}};
  for (unsigned n = 0; n < 2 * kArchitectures.size(); ++n) {
    const std::string architecture = kArchitectures.at(n / 2);
    const bool pipeline = n % 2 != 0;
    for (const std::string flow : {"0:pfc,1:drop", "0:pfc,1:cbfc", "0:cbfc,1:drop"}) {
      // Crosspoints serve those in turn, and go on with credits.
      if (flow == "0:cbfc,1:drop" && (architecture == "crosspoint" || architecture == "cicq-lqf")) continue;
      const Keys keys{{"switch", architecture},
                      {"flow", flow},
                      {"pipeline", pipeline ? "1" : "0"},
                      {"depth", depth_of(architecture, 40, 3, 2, pipeline)}};
      const std::string message = stopped(with(with(mixed, transit), keys));
      INFO(architecture << pipeline << " " << message);
      CHECK(mentions(message,
                     {"no progress of class 0 since cycle", "deadlock of class 0: s", "s0 -> s1, paused,",
                      "s1 -> s2, paused,", "s2 -> s0, paused, waits for s0 -> s1"}));
    }
  }
  // By another way round it never stops.
  CHECK_NOTHROW(measured(with(ring(""), mixed), {{"topology", "torus(3,1)"},
                                                 {"link-latency", "3"},
                                                 {"deadlock", "refuse"},
                                                 {"flow", "0:pfc,1:drop"},
                                                 {"cycles", "5000"}}));
}

TEST_CASE("victims of a link's pause are counted by class", "[results]") {
  const ScratchFolder folder;
  const std::string file = folder.path() / "chain.toml";
  std::ofstream(file) << kChain;
  const Keys keys{{"topology", file},       {"forwarding", "store-and-forward"},
                  {"classes", "2"},         {"packet", "8"},
                  {"flow", "0:pfc,1:drop"}, {"headroom", "40"},
                  {"depth", "100"},         {"warmup", "20000"},
                  {"cycles", "60000"},      {"traffic", "permutation"},
                  {"ranks", "2,0,3,1"}};
  // As of one class: host 3's packets of class 0 are held up, those of class 1 are not.
  const RunResult r = measured(keys, {{"class-load", "0:1,1:0.1"}});
  const ClassResult& held = r.network->switches[1].result.classes.at(0);
  CHECK(held.pause->paused_by_input.at(1) > 0.8);
  CHECK(held.pause->victims.value() > 0.1);
  CHECK_FALSE(r.classes.at(1).pause);
}

TEST_CASE("flow by class over cables is of outputs that can pass over a class", "[results]") {
  const auto refused = [](const Keys& keys) {
    const Keys all = with({{"topology", "torus(3,1)"}, {"link-latency", "2"}, {"classes", "2"}}, keys);
    return message_of<InputError>([&] { configured(all); });
  };
  CHECK(mentions(refused({{"flow", "cbfc"}, {"engine", "lockstep"}}), {"flow: 'cbfc'", "pass over a class"}));
  CHECK(mentions(refused({{"flow", "pfc"}, {"engine", "rtl"}, {"pipeline", "1"}}),
                 {"flow: 'pfc'", "engine fast systemc"}));
  CHECK(mentions(refused({{"flow", "0:pfc"}}), {"flow: '0:pfc'", "a cable has one ready"}));
}

TEST_CASE("pauses and credits in a network need cables with a latency", "[results]") {
  const auto refused = [](const Keys& keys) {
    const Keys all = with("topology torus(3,1), flow pfc", keys);
    return message_of<InputError>([&] { configured(all); });
  };
  CHECK(mentions(refused("link-latency 0"), {"flow: 'pfc'", "where all cables have a latency"}));
  CHECK(mentions(refused("flow cbfc, link-latency 0"), {"flow: 'cbfc'", "where all cables"}));
}

TEST_CASE("a storm counts once at each input of a network that it goes back to", "[results]") {
  const ScratchFolder folder;
  const std::string file = folder.path() / "chain.toml";
  std::ofstream(file) << kChain;
  const Keys keys = with(
      "forwarding store-and-forward, packet 8, load 1, traffic one-hot, flow pfc, headroom 40, depth 100, "
      "warmup 20000, cycles 100000",
      {{"topology", file}});
  // Inputs of three hosts and of both cables: c's host takes 8 beats in 800 cycles. What it sends itself
  // comes as slowly, and pauses for half of the time.
  CHECK(measured(keys, "pause-storm 0.9:10000").pause->storms == 5U);
  CHECK(measured(keys, "pause-storm 1:10000").pause->storms == 0U);
  // Each packet that comes ends one of a window of 100 cycles.
  CHECK(measured(keys, "pause-storm 0.9:100").pause->storms > 5U);
  const RunResult r = measured(keys, "pause-storm 0.9:10000, threads 2");
  CHECK(r.pause->storms == 5U);
  CHECK(r.network->switches[0].result.pause->storms == 1U);
}
