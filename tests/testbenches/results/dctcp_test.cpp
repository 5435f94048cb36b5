// SPDX-License-Identifier: Apache-2.0
// DCTCP's windows on a switch whose queues mark packets, against a model in slots that shares no code with
// it.
#include "experiments/reference/dctcp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

constexpr unsigned kBeats = 8;        // of a packet
constexpr unsigned kRoundTrip = 126;  // of one packet by itself, in packets' times

/// So many senders to one receiver, each with a window, and a queue that marks from so many packets on.
Keys flows(unsigned senders, unsigned threshold, unsigned packets) {
  return with(
      fmt::format(
          "switch output, ports 4, depth 8192, schedule liquid, transfers 1..{}>0, packets-per-message {}, "
          "reliability go-back-n, ack-delay 0s, ack-beats 1, host-delay exponential:60ns, "
          "initial-window 8, series 50, ecn {}, reaction dctcp",
          senders, packets, threshold * kBeats),
      {{"cluster", XBARLAB_SOURCE_DIR "/experiments/clusters/dctcp.toml"}});
}

/// Equation (8) for the difference of a queue's ends, in packets.
double amplitude(unsigned senders, unsigned threshold) {
  return 0.5 * std::sqrt(2. * senders * (kRoundTrip + threshold));
}

bool swings_as(double amplitude, double p5, double p95) {
  return std::abs((p95 - p5) / 0.9 - amplitude) <= 0.25 * amplitude;
}

/// Samples of the receiver's queue in the middle half of a run, rising: windows have settled, all flows send.
std::vector<std::uint64_t> middle_of(const RunResult& r) {
  std::vector<std::uint64_t> beats;
  const auto& samples = r.series.queue_beats;
  for (std::size_t n = samples.size() / 4; n < samples.size() * 3 / 4; ++n) beats.push_back(samples[n][0]);
  std::sort(beats.begin(), beats.end());
  return beats;
}

slots::DctcpQueue model(unsigned senders, unsigned threshold, bool learns) {
  slots::Dctcp c;
  c.flows = senders;
  c.threshold = threshold;
  c.round_trip = kRoundTrip;
  c.learns = learns;
  return slots::run_dctcp(c);
}

/// Two hosts send so many packets each to one host, as fast as their links take them.
Keys at_full_rate(unsigned packets) {
  return with("ports 4, depth 8192, schedule liquid, transfers 1..2>0, ecn 40",
              {{"cluster", XBARLAB_SOURCE_DIR "/experiments/clusters/dctcp.toml"},
               {"packets-per-message", std::to_string(packets)}});
}

/// Hosts 1 and 2 at one leaf, their receiver at the other: the cable to the only spine is what they share.
Keys over_a_spine(const Keys& keys, const std::string& link_latency) {
  Keys there = with(
      keys, {{"topology", "leaf-spine(2,1,3)"}, {"transfers", "1..2>3"}, {"link-latency", link_latency}});
  there.erase("ports");
  there.erase("series");
  return there;
}

}  // namespace

TEST_CASE("the queue of DCTCP flows ends where a model's does, and swings as the paper's equation says",
          "[testbenches]") {
  const unsigned senders = GENERATE(2U, 3U);
  const unsigned threshold = GENERATE(31U, 63U);
  const RunResult r = measured(flows(senders, threshold, 60000));
  const slots::DctcpQueue expected = model(senders, threshold, true);
  const std::vector<std::uint64_t> queue = middle_of(r);
  const double p5 = static_cast<double>(queue[queue.size() / 20]) / kBeats;
  const double p95 = static_cast<double>(queue[queue.size() * 19 / 20]) / kBeats;
  CAPTURE(senders, threshold, p5, p95, expected.p5, expected.p95);
  CHECK(p95 == Approx(expected.p95).margin(3));
  CHECK(swings_as(amplitude(senders, threshold), p5, p95));
  // Flows are never quite in step: a mark of one makes all queue less.
  CHECK(r.ecn->output == 0);
  CHECK(r.ecn->marked < 1.1 * expected.marked);
  CHECK(r.ecn->marked > 0.4 * expected.marked);
  // The mean of alpha, which begins with 1 and needs 16 of 900 round trips to fall.
  CHECK(r.dctcp->alpha.value() == Approx(r.ecn->marked).margin(.03));
  CHECK(r.hosts->time_outs == 0);
  // Senders that do not learn alpha would be seen.
  const slots::DctcpQueue halved = model(senders, threshold, false);
  CHECK_FALSE(swings_as(amplitude(senders, threshold), halved.p5, halved.p95));
}

TEST_CASE("above a seventh of the round trip a packet always waits for the link, below it none at times",
          "[testbenches]") {
  CHECK(middle_of(measured(flows(3, 19, 60000))).front() >= kBeats);
  const RunResult below = measured(flows(3, 5, 60000));
  CHECK(middle_of(below).front() < kBeats);
  CHECK(below.steps->of_liquid < .95);
}

TEST_CASE("without a reaction, and without marks, windows fill the memory", "[testbenches]") {
  const Keys keys = flows(2, 19, 5000);
  for (const Keys& changed : {Keys("reaction none"), Keys("ecn 1048576")}) {
    const RunResult r = measured(keys, changed);
    CHECK(r.ecn->queue_p95 > 4000);
    CHECK(r.dctcp.has_value() == (changed.count("ecn") == 1));
  }
  CHECK(measured(keys).ecn->queue_p95 < 400);
}

TEST_CASE("which packets are marked is the same on every engine", "[testbenches]") {
  const std::string ecn = GENERATE("80", "40..160:0.3");
  const Keys keys = with(flows(2, 0, 1500), {{"switch", GENERATE("output", "shared")}, {"ecn", ecn}});
  const RunResult fast = measured(keys), systemc = measured(keys, "engine systemc");
  CHECK(fast.ecn->marked_by_output[0] > 0);
  CHECK(fast.ecn->marked_by_output == systemc.ecn->marked_by_output);
  CHECK(fast.completion_cycles == systemc.completion_cycles);
  CHECK(fast.dctcp->window == systemc.dctcp->window);
}

// Packet n of a host begins to arrive in cycle 8n. In a queue of its own host it finds what is left of 8n
// beats; the hosts are served in turn, a packet each, and a first beat leaves L cycles after it came. So it
// is
//   4n if n is even, else 4n - 4 + L beats for the host that is served first, and
//   4n + L if n is even, else 4n + 4 for the other one, where 0 < L < 8:
// more than 40 from n = 11 and n = 10 on. In the queue of an output it finds 8n + L beats of both hosts, and
// L is more than a packet, which becomes a word of the memory, up to 16: more than 40 from n = 4 on.
TEST_CASE("marks are those of the queue that a packet joins, worked out by hand", "[testbenches]") {
  const auto [name, unmarked, pipeline] =
      GENERATE(table<std::string, unsigned, std::string>({{"output", 8, "0"},
                                                          {"shared", 8, "0"},
                                                          {"input", 21, "0"},
                                                          {"voq", 21, "0"},
                                                          {"voq", 21, "1"},
                                                          {"crosspoint", 21, "0"},
                                                          {"cicq-lqf", 21, "0"}}));
  CAPTURE(name, pipeline);
  for (const char* engine : {"fast", "systemc"}) {
    const RunResult r =
        measured(at_full_rate(100), {{"switch", name}, {"pipeline", pipeline}, {"engine", engine}});
    CHECK(r.ecn->packets_by_output == std::vector<std::uint64_t>{200, 0, 0, 0});
    CHECK(r.ecn->marked_by_output == std::vector<std::uint64_t>{200 - unmarked, 0, 0, 0});
    CHECK(r.ecn->input.has_value() == (unmarked == 21));
  }
}

TEST_CASE("DCTCP over virtual output queues: above a seventh of the round trip a packet always waits",
          "[testbenches]") {
  Keys keys = flows(3, 19, 30000);
  keys["switch"] = "voq";
  const RunResult r = measured(keys), below = measured(keys, "ecn 8");
  CHECK(r.steps->of_liquid > .99);
  CHECK(r.ecn->queue_p5 >= kBeats);
  CHECK(r.ecn->queue_p95 < 30 * kBeats);
  CHECK(r.dctcp->alpha.value() == Approx(r.ecn->marked).margin(.03));
  CHECK(below.steps->of_liquid < .95);
}

TEST_CASE("a cable between switches marks the packets that an output of a single switch marks",
          "[testbenches]") {
  const std::string latency = GENERATE("0", "1");
  const Keys keys = with(at_full_rate(100), {{"switch", GENERATE("output", "shared", "voq")}});
  const RunResult one = measured(keys), r = measured(over_a_spine(keys, latency));
  CHECK(r.ecn->switch_name == "leaf0");
  CHECK(r.ecn->marked_by_output[r.ecn->output] == one.ecn->marked_by_output[0]);
  CHECK(r.ecn->marked == one.ecn->marked);
  for (const SwitchResult& other : r.network->switches)
    CHECK((other.name == "leaf0" || other.result.ecn->marked == 0));
}

TEST_CASE("a mark that a packet gets on its way stays to its receiver", "[testbenches]") {
  const Keys keys = over_a_spine(flows(2, 31, 20000), GENERATE("0", "1"));
  const RunResult r = measured(keys), one = measured(flows(2, 31, 20000));
  CHECK(r.dctcp->alpha.value() == Approx(one.dctcp->alpha.value()).margin(.02));
  CHECK(r.ecn->marked == Approx(one.ecn->marked).margin(.02));
  CHECK(r.steps->of_liquid == Approx(one.steps->of_liquid).margin(.01));
}

TEST_CASE("each switch of a network has random marks of its own, the same on every engine", "[testbenches]") {
  const Keys keys = over_a_spine(with(flows(2, 0, 500), "switch output, ecn 40..160:0.3"), "1");
  const RunResult fast = measured(keys), systemc = measured(keys, "engine systemc");
  CHECK(fast.ecn->marked > 0);
  CHECK(fast.ecn->marked_by_output == systemc.ecn->marked_by_output);
  CHECK(fast.completion_cycles == systemc.completion_cycles);
}

TEST_CASE("a switch of a topology may have a threshold of its own", "[testbenches]") {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "two.toml").string();
  std::ofstream(file) << "title = \"Two\"\n[[switch]]\nname = \"west\"\nhosts = 3\necn = \"44\"\n"
                         "[[switch]]\nname = \"east\"\nhosts = 1\n[[link]]\nbetween = [\"west\", \"east\"]\n";
  Keys keys = with(at_full_rate(100), {{"switch", "voq"}, {"topology", file}, {"transfers", "1..2>3"}});
  keys.erase("ports");
  const RunResult r = measured(keys);
  CHECK(r.ecn->switch_name == "west");
  CHECK(r.ecn->marked_by_output[3] == 200 - 23);  // more than 44, from n = 12 and n = 11 on
}

TEST_CASE("classes are marked by the queue that they share", "[testbenches]") {
  const Keys keys = "ports 4, load 0.5, packet 8, classes 2, cycles 5000, ecn 8";
  for (const char* name : {"output", "shared", "input", "voq", "crosspoint"}) {
    CAPTURE(name);
    const RunResult fast = measured(keys, {{"switch", name}});
    const RunResult systemc = measured(keys, {{"switch", name}, {"engine", "systemc"}});
    CHECK(fast.ecn->marked > 0);
    CHECK(fast.ecn->marked < 1);
    CHECK(fast.ecn->marked_by_output == systemc.ecn->marked_by_output);
  }
}

TEST_CASE("packets that were on a cable when the window closed do not count among those that are marked",
          "[testbenches]") {
  const RunResult r =
      measured("switch input, traffic permutation, load 1, cycles 1000, warmup 3000, link-latency 500, ecn 5",
               {{"topology", "leaf-spine(2,1,1)"}});
  CHECK(r.ecn->packets_by_output == std::vector<std::uint64_t>{1000, 1000});
}

TEST_CASE("random traffic is marked as well, and goes on as without marks", "[testbenches]") {
  const Keys keys = "switch shared, ports 4, load 0.9, packet 8, cycles 20000";
  const RunResult marked = measured(keys, "ecn 40"), plain = measured(keys);
  CHECK(marked.ecn->marked > 0);
  CHECK(marked.ecn->marked < 1);
  CHECK_FALSE(plain.ecn);
  CHECK(marked.latency.mean == plain.latency.mean);
}
