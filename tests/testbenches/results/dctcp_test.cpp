// SPDX-License-Identifier: Apache-2.0
// DCTCP's windows on a switch whose queues mark packets, against a model in slots that shares no code with
// it.
#include "experiments/reference/dctcp.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

constexpr unsigned kBeats = 8;        // of a packet
constexpr unsigned kRoundTrip = 126;  // of one packet by itself, in packets' times

/// So many senders to one receiver, each with a window, and a queue that marks from so many packets on.
Keys flows(unsigned senders, unsigned threshold, unsigned packets) {
  return {{"switch", "output"},
          {"ports", "4"},
          {"depth", "8192"},
          {"schedule", "liquid"},
          {"transfers", "1.." + std::to_string(senders) + ">0"},
          {"cluster", XBARLAB_SOURCE_DIR "/experiments/clusters/dctcp.toml"},
          {"packets-per-message", std::to_string(packets)},
          {"reliability", "go-back-n"},
          {"ack-delay", "0s"},
          {"ack-beats", "1"},
          {"host-delay", "exponential:60ns"},
          {"initial-window", "8"},
          {"series", "50"},
          {"ecn", std::to_string(threshold * kBeats)},
          {"reaction", "dctcp"}};
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
  for (const Keys& changed : {Keys{{"reaction", "none"}}, Keys{{"ecn", "1048576"}}}) {
    const RunResult r = measured(keys, changed);
    CHECK(r.ecn->queue_p95 > 4000);
    CHECK(r.dctcp.has_value() == (changed.count("ecn") == 1));
  }
  CHECK(measured(keys).ecn->queue_p95 < 400);
}

TEST_CASE("which packets are marked is the same on every engine", "[testbenches]") {
  const std::string ecn = GENERATE("80", "40..160:0.3");
  const Keys keys = with(flows(2, 0, 1500), {{"switch", GENERATE("output", "shared")}, {"ecn", ecn}});
  const RunResult fast = measured(keys), systemc = measured(keys, {{"engine", "systemc"}});
  CHECK(fast.ecn->marked_by_output[0] > 0);
  CHECK(fast.ecn->marked_by_output == systemc.ecn->marked_by_output);
  CHECK(fast.completion_cycles == systemc.completion_cycles);
  CHECK(fast.dctcp->window == systemc.dctcp->window);
}

TEST_CASE("random traffic is marked as well, and goes on as without marks", "[testbenches]") {
  const Keys keys{
      {"switch", "shared"}, {"ports", "4"}, {"load", "0.9"}, {"packet", "8"}, {"cycles", "20000"}};
  const RunResult marked = measured(keys, {{"ecn", "40"}}), plain = measured(keys);
  CHECK(marked.ecn->marked > 0);
  CHECK(marked.ecn->marked < 1);
  CHECK_FALSE(plain.ecn);
  CHECK(marked.latency.mean == plain.latency.mean);
}
