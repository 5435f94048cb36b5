// SPDX-License-Identifier: Apache-2.0
// What `search = "headroom"` finds is the formula's headroom, in settings drawn at random: with it nothing
// overflows, and with a beat less something does.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/run/overrun_hosts.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/experiment/search_all.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

/// A switch, its hosts' cables, and the packets of each class.
struct Setting {
  unsigned ports, cable, response, frame, spare;
  std::vector<unsigned> longest;  // of each class
  std::vector<std::string> flows;
  std::string architecture = "input";
  unsigned speedup = 1, output_period = 1, pipeline = 0;
  unsigned host_cable = 0;  // over a cable
  bool over_cable = false;  // which is longer than those of the hosts, and the only one that needs so much

  [[nodiscard]] unsigned pausing() const {
    return static_cast<unsigned>(std::count(flows.begin(), flows.end(), "pfc"));
  }
  /// By itself: what comes after the beat that reaches xoff.
  [[nodiscard]] unsigned headroom(unsigned of_class) const {
    const unsigned to_host = *std::max_element(longest.begin(), longest.end());
    if (speedup == 2) return headroom_in_even_cycles(longest[of_class], to_host);
    const unsigned after_packet = (to_host - 1) * output_period, after_frame = frame * output_period - 1;
    const unsigned wait = pausing() > 1 ? std::max(after_packet, after_frame) : after_packet;
    return 2 * cable + response + longest[of_class] + wait + frame * output_period - 1;
  }
  /// A beat reaches xoff in cycle 0; a host that was busy until then begins packets after even cycles.
  [[nodiscard]] unsigned headroom_in_even_cycles(unsigned own, unsigned to_host) const {
    const unsigned period = 2 * output_period;
    unsigned frame_begins = std::max(2U, (to_host - 1) * period + 1);
    if (pausing() > 1) frame_begins = std::max(frame_begins, frame * period + (to_host > 1 ? 1 : 0));
    const unsigned obeys = frame_begins + frame * period - 1 + 2 * cable + response;
    return (obeys - 2) / 2 + own;
  }
  /// Of the class that needs most.
  [[nodiscard]] unsigned most() const {
    unsigned most = 0;
    for (unsigned c = 0; c < longest.size(); ++c)
      if (flows[c] == "pfc") most = std::max(most, headroom(c));
    return most;
  }
  [[nodiscard]] bool has_rings() const { return !in_memory() && architecture != "input"; }
  [[nodiscard]] bool in_memory() const { return architecture == "output" || architecture == "shared"; }
  /// Of which an input has `share` for a class, and, of a memory that all share or a pipeline, as much more
  /// as is on its way through it, or else the hosts that are in the frame's way pause by themselves.
  [[nodiscard]] std::string depth(unsigned share) const {
    if (pipeline != 0 && !in_memory()) share += 16;
    if (in_memory()) share = (share + 8 * std::max(ports, 4U)) * ports;
    if (pipeline != 0 && has_rings()) share *= ports;
    if (architecture == "shared") share *= static_cast<unsigned>(longest.size());
    return std::to_string(share);
  }
  [[nodiscard]] Keys keys() const {
    Keys keys = fmt::format(
        "traffic overrun, warmup 0, ports {}, switch {}, depth {}, host-cable {}, "
        "pause-response {}, pause-beats {}, flow {}, packet 1..{}",
        ports, architecture, depth(most() + 4 + spare), cable, response, frame, flows[0], longest[0]);
    if (output_period != 1) keys["output-period"] = std::to_string(output_period);
    if (speedup != 1) keys["speedup"] = std::to_string(speedup);
    if (pipeline != 0) keys["pipeline"] = std::to_string(pipeline);
    if (over_cable) {
      keys.erase("ports");
      keys["topology"] = fmt::format("two-switches({},1)", ports - 1);
      keys["link-latency"] = keys["host-cable"];
      keys["host-cable"] = std::to_string(host_cable);
    }
    if (longest.size() == 1) return keys;
    keys["classes"] = std::to_string(longest.size());
    keys["flow"] = keys["class-packet"] = "";
    for (unsigned c = 0; c < longest.size(); ++c) {
      keys["flow"] += fmt::format("{}{}:{}", c == 0 ? "" : ",", c, flows[c]);
      keys["class-packet"] += fmt::format("{}{}:1..{}", c == 0 ? "" : ",", c, longest[c]);
    }
    return keys;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const auto& [key, value] : keys()) text += fmt::format("{} {} ", key, value);
    return text;
  }
};

Setting drawn(RandomStream& random) {
  const auto draw = [&](unsigned low, unsigned high) { return low + random.below(high - low + 1); };
  Setting s;
  s.ports = draw(0, 7) == 0 ? draw(5, 16) : draw(2, 4);
  s.cable = draw(0, 12);
  s.response = draw(0, 12);
  s.frame = draw(1, 8);
  s.spare = draw(0, 6);
  const unsigned classes = draw(0, 1) == 0 ? 1 : draw(2, 4);
  const char* const kFlows[] = {"pfc", "pfc", "drop", "back-pressure"};
  for (unsigned c = 0; c < classes; ++c) {
    s.longest.push_back(draw(1, 6));
    s.flows.emplace_back(c == 0 ? "pfc" : kFlows[draw(0, 3)]);
  }
  return s;
}

/// The same of another switch.
Setting drawn(RandomStream& random, const std::string& architecture) {
  Setting s = drawn(random);
  s.architecture = architecture;
  return s;
}

/// Of two switches with a cable between them. Its classes have back-pressure all or none.
Setting over_cable(RandomStream& random, Setting s) {
  s.over_cable = true;
  s.cable = std::max(s.cable, 1U);
  s.host_cable = random.below(s.cable);
  std::replace(s.flows.begin(), s.flows.end(), std::string("back-pressure"), std::string("drop"));
  return s;
}

constexpr std::array kAll{"input", "voq", "crosspoint", "cicq-lqf", "output", "shared"};

/// The pipelined form of a switch.
Setting drawn_pipelined(RandomStream& random, const std::string& architecture) {
  Setting s = drawn(random, architecture);
  s.pipeline = 1;
  return s;
}

/// With as many cycles as all phases take.
RunConfig swept(const Keys& keys) {
  RunConfig config = configured(keys);
  config.cycles = sweep_cycles(resolve(config));
  return config;
}

SearchGoal headroom_goal() {
  SearchGoal goal;
  goal.kind = SearchGoal::Kind::Headroom;
  return goal;
}

Finding search_among(const SearchPlan& plan) {
  return search_all(headroom_goal(), plan,
                    [](const RunConfig& config) { return measured_in(run_point(config), config); });
}

/// Among `most` headrooms above and below the formula's.
Finding searched(const Setting& s, const std::string& engine, unsigned around) {
  SearchPlan plan;
  for (unsigned n = 0; n <= 2 * around && n <= s.most() + around; ++n) {
    const Keys keys = with(s.keys(), {{"headroom", std::to_string(s.most() + around - n)},
                                      {"depth", s.depth(s.most() + around + 4 + s.spare)},
                                      {"engine", engine}});
    plan.candidates.push_back(swept(keys));
  }
  Finding finding = search_among(plan);
  if (finding.found) finding.found = plan.candidates[*finding.found].headroom.value();
  if (finding.beyond) finding.beyond = plan.candidates[*finding.beyond].headroom.value();
  return finding;
}

void check_search(const Setting& s, const std::string& engine, unsigned around = 1) {
  INFO(s.text());
  const Finding finding = searched(s, engine, around);
  CHECK(finding.found == s.most());
  CHECK((s.most() == 0 || finding.beyond == s.most() - 1));
}

/// With the headroom of its formula each class uses all of it, and no more.
void check_all_classes(const Setting& s, const std::string& engine) {
  INFO(s.text());
  const RunResult r = run_point(swept(with(s.keys(), {{"engine", engine}})));
  CHECK(r.pause->overflowed_packets == 0);
  if (s.longest.size() == 1) CHECK(r.pause->overshoot_beats == s.headroom(0));
  for (const ClassResult& of : r.classes)
    if (of.pause) CHECK(of.pause->overshoot_beats == s.headroom(of.of_class));
}

}  // namespace

TEST_CASE("a search for headroom finds the formula's, with one class, several, and flows of their own",
          "[results]") {
  check_search({2, 3, 2, 2, 3, {3}, {"pfc"}}, "fast", 8);
  check_search({3, 0, 1, 1, 0, {1}, {"pfc"}}, "fast");
  check_search({4, 2, 1, 7, 2, {2, 3}, {"pfc", "pfc"}}, "fast");
  check_search({2, 1, 0, 2, 0, {2, 4}, {"pfc", "drop"}}, "systemc");
  check_all_classes({2, 1, 3, 5, 1, {1, 4, 2}, {"pfc", "pfc", "pfc"}}, "fast");
}

/// Any switch, pipelined or not, at its hosts or over a cable.
Setting drawn_of_all(RandomStream& random) {
  Setting s = drawn(random, kAll.at(random.below(kAll.size())));
  s.pipeline = random.below(2);
  // Out of a memory classes do not come in the host's order, so that no frame for another is in the way.
  const bool may = !s.in_memory() || s.pausing() == 1;
  return random.below(2) == 0 && may ? over_cable(random, s) : s;
}

TEST_CASE("a search for headroom finds the formula's in 1000 random settings", "[results][.long]") {
  RandomStream random(41, StreamPurpose::Test, 0);
  for (unsigned n = 0; n < 1000; ++n) {
    const Setting s = drawn_of_all(random);
    const std::string engine = n % 20 == 0 ? "systemc" : "fast";
    check_search(s, engine);
    check_all_classes(s, engine);
  }
}

TEST_CASE("a search for headroom finds the formula's whatever the switch", "[results]") {
  RandomStream random(43, StreamPurpose::Test, 0);
  for (const char* const architecture : kAll) {
    const Setting s = drawn(random, architecture);
    check_search(s, "fast");
    check_all_classes(s, "fast");
  }
}

TEST_CASE("a search for headroom finds the formula's with pipelined switches", "[results]") {
  RandomStream random(46, StreamPurpose::Test, 0);
  for (const char* const architecture : kAll) {
    const Setting s = drawn_pipelined(random, architecture);
    check_search(s, "fast");
    check_all_classes(s, "fast");
  }
}

TEST_CASE("a search for headroom over a cable finds the formula's, pipelined or not", "[results]") {
  RandomStream random(48, StreamPurpose::Test, 0);
  const std::vector<std::string> one{"pfc"}, two{"pfc", "pfc"};
  for (const unsigned pipeline : {0U, 1U}) {
    for (Setting s :
         {Setting{2, 4, 3, 2, 1, {2, 3}, two, "input"}, Setting{3, 5, 1, 4, 0, {3, 1}, two, "voq"},
          Setting{2, 3, 0, 6, 2, {2, 2}, two, "crosspoint"}, Setting{2, 4, 2, 1, 3, {3}, one, "output"},
          Setting{3, 2, 1, 3, 1, {2}, one, "shared"}}) {
      s = over_cable(random, s);
      s.pipeline = pipeline;
      check_search(s, "fast");
      check_all_classes(s, "fast");
    }
  }
}

/// Of a switch whose links are slower than it, to the hosts or both ways.
Setting drawn_slow(RandomStream& random) {
  Setting s = drawn(random, "voq");
  s.ports = std::min(s.ports, 4U);
  s.speedup = 1 + random.below(2);
  s.output_period = 1 + random.below(3);
  return s;
}

TEST_CASE("a search for headroom finds the formula's with a speed-up and slow receivers", "[results]") {
  check_search({2, 3, 2, 2, 3, {3}, {"pfc"}, "input", 1, 3}, "fast");
  check_search({2, 2, 1, 2, 1, {3}, {"pfc"}, "voq", 2}, "fast");
  check_all_classes({2, 1, 1, 3, 0, {1, 2}, {"pfc", "pfc"}, "voq", 2}, "fast");
  // Host 0 pauses by itself, and its packets come with gaps.
  check_all_classes({3, 1, 9, 1, 0, {6}, {"pfc"}, "voq", 1, 2}, "fast");
}

TEST_CASE("a search for headroom finds the formula's with a speed-up and slow receivers in 100 settings",
          "[results][.long]") {
  RandomStream random(45, StreamPurpose::Test, 0);
  for (unsigned n = 0; n < 100; ++n) {
    const Setting s = drawn_slow(random);
    check_search(s, "fast");
    check_all_classes(s, "fast");
  }
}

TEST_CASE("long packets that wait for the stage of their class need no other headroom", "[results]") {
  for (const char* const architecture : {"output", "shared"}) {
    for (const Setting& s : {Setting{2, 4, 3, 3, 46, {1, 8}, {"pfc", "pfc"}, architecture},
                             Setting{3, 3, 4, 1, 46, {5, 4}, {"pfc", "pfc"}, architecture},
                             Setting{4, 0, 4, 2, 46, {8, 4}, {"pfc", "pfc"}, architecture}}) {
      INFO(s.text());
      const RunResult r = run_point(swept(with(s.keys(), "engine fast")));
      for (const ClassResult& of : r.classes) CHECK(of.pause->overshoot_beats == s.headroom(of.of_class));
    }
  }
}

TEST_CASE("a search for headroom finds the formula's on rtl", "[results][.long]") {
  check_search({4, 2, 1, 3, 2, {3}, {"pfc"}}, "rtl");
  check_search({3, 1, 1, 5, 2, {2, 3}, {"pfc", "pfc"}}, "rtl");
  check_search({2, 2, 1, 3, 2, {3, 1}, {"pfc", "back-pressure"}, "voq"}, "rtl");
  check_search({2, 2, 1, 3, 2, {3, 1}, {"back-pressure", "pfc"}, "crosspoint"}, "lockstep");
  check_search({3, 2, 1, 3, 2, {3, 1}, {"pfc", "pfc"}, "shared"}, "rtl");
  for (const char* const architecture : {"input", "voq", "shared"}) {
    Setting cable{2, 3, 1, 2, 1, {3}, {"pfc"}, architecture};
    cable.over_cable = true;
    check_search(cable, "rtl");
    check_all_classes(cable, "rtl");
  }
}

TEST_CASE("random packets never need more headroom than the formula's", "[results][.long]") {
  RandomStream random(42, StreamPurpose::Test, 0);
  for (unsigned n = 0; n < 50; ++n) {
    const Setting s = drawn(random, std::array{"input", "voq", "crosspoint"}[n % 3]);
    INFO(s.text());
    const RunResult r = measured(s.keys(), "traffic uniform, load 1, cycles 20000");
    CHECK(r.pause->overflowed_packets == 0);
  }
}

TEST_CASE("a search for headroom says when it has not seen all phases, and what the formula has",
          "[results]") {
  const Keys keys =
      "engine fast, ports 2, packet 1..3, flow pfc, depth 40, host-cable 5, warmup 0, load 0.9, traffic "
      "overrun";
  const auto plan_of = [&](const Keys& others) {
    SearchPlan plan;
    for (const char* const headroom : {"18", "17", "16", "15", "14"})
      plan.candidates.push_back(
          resolve(configured(with(keys, with(others, {{"headroom", headroom}})))).config);
    return plan;
  };
  const std::uint64_t sweep = sweep_cycles(resolve(plan_of({{"cycles", "1"}}).candidates.front()));
  CHECK(formula_headroom(plan_of({{"cycles", "1"}}).stands_for()) == 16);
  const auto note_of = [&](const SearchPlan& plan, std::optional<std::size_t> found) {
    const Finding finding = search_among(plan);
    CHECK(finding.found == found);
    return headroom_note(headroom_goal(), finding);
  };
  CHECK(note_of(plan_of({{"cycles", std::to_string(sweep)}}), 2) == "");
  CHECK(note_of(plan_of({{"cycles", std::to_string(sweep / 17)}}), {}) ==
        fmt::format("too few cycles: all phases take {}", sweep));
  // Run again with 4 and 16 times the cycles.
  CHECK(note_of(plan_of({{"cycles", std::to_string(sweep / 15)}}), 2) == "");
  CHECK(note_of(plan_of({{"cycles", "2000"}, {"traffic", "uniform"}}), 4) ==
        "seen in 2000 cycles, not in all phases");
  // A schedule runs to its end, whatever `cycles` are.
  SearchPlan exchange =
      plan_of({{"cycles", "2000"}, {"schedule", "shift"}, {"packets-per-message", "1"}, {"packet", "3"}});
  const std::uint64_t cycles = run_point(exchange.candidates[4]).measured_cycles;
  CHECK(note_of(exchange, 4) == fmt::format("seen in {} cycles, not in all phases", cycles));
}

TEST_CASE("a search for headroom is of flow pfc, and has values to search among", "[results]") {
  const auto searches = [](const std::string& flow, const std::string& headrooms) {
    Experiment e;
    e.replace({"search", {"headroom"}, "--search"});
    e.replace({"flow", {flow}, "--flow"});
    if (!headrooms.empty()) e.replace({"headroom", {headrooms}, "--headroom"});
    return search_plans(e).size();
  };
  CHECK(searches("pfc", "4..9 step 1") == 1);
  CHECK(mentions(message_of<InputError>([&] { (void)searches("drop", ""); }), {"allowed: with flow pfc"}));
  CHECK(mentions(message_of<InputError>([&] { (void)searches("pfc", "4"); }), {"values to search among"}));
}
