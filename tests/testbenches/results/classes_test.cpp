// SPDX-License-Identifier: Apache-2.0
// Runs with traffic classes: waits as theory has them, shares by weight, the same on both engines of a twin.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/config/key_use.h"
#include "host/run/simulation.h"
#include "host/theory/theory.h"
#include "testbenches/engines/engines.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

/// Cells of 4 beats on 4 ports, half of them of each class, which outputs decide on in slots.
const Keys kSlots =
    "switch output, ports 4, packet 4, classes 2, load 0.8, depth 65536, route-delay 12, "
    "warmup 20000, cycles 3000000";

double wait_slots(const RunResult& r, unsigned c) { return r.classes.at(c).queueing.mean / 4; }

/// Both waits are those of strict priority.
bool is_strict(const RunConfig& config, const RunResult& r) {
  const auto within = [&](const char* theory, unsigned c) {
    const double expected = find_theory(theory)->value(config).value();
    return std::abs(wait_slots(r, c) / expected - 1) < find_theory(theory)->tolerance;
  };
  return within("strict-wait-high", 1) && within("strict-wait-low", 0);
}

/// Output queues in slots, by themselves: all cells of a slot come, then each output sends one of the highest
/// class. Mean waits by class.
std::array<double, 2> slot_waits(unsigned ports, double load, double high, unsigned slots) {
  RandomStream random(3, StreamPurpose::Test, ports);
  std::vector<std::array<std::deque<unsigned>, 2>> queues(ports);
  std::array<double, 2> waited{}, cells{};
  for (unsigned now = 0; now < slots; ++now) {
    for (unsigned input = 0; input < ports; ++input) {
      if (!random.chance(RandomStream::threshold(load))) continue;
      const unsigned c = random.chance(RandomStream::threshold(high / load)) ? 1 : 0;
      queues[random.below(ports)].at(c).push_back(now);
    }
    for (auto& queue : queues) {
      const unsigned c = queue[1].empty() ? 0 : 1;
      if (queue.at(c).empty()) continue;
      waited.at(c) += now - queue.at(c).front();
      ++cells.at(c);
      queue.at(c).pop_front();
    }
  }
  return {waited[0] / cells[0], waited[1] / cells[1]};
}

/// FIFO inputs of two classes in slots, by themselves: high cells with this probability an input, low ones
/// always. Shares of input-slots in which an input sends nothing, and in which its high head is why.
class SlotInputs {
 public:
  SlotInputs(unsigned ports, double high, bool holds)
      : ports_(ports), high_(high), holds_(holds), high_cells_(ports), low_heads_(ports), turn_(2 * ports) {
    for (unsigned& head : low_heads_) head = random_.below(ports_);
  }
  void run(unsigned slots) {
    for (unsigned now = 0; now < slots; ++now) {
      for (auto& cells : high_cells_)
        if (random_.chance(RandomStream::threshold(high_))) cells.push_back(random_.below(ports_));
      sends_.assign(ports_, false);
      serves_.assign(ports_, false);
      serve(true);
      serve(false);
      for (unsigned i = 0; i < ports_; ++i) {
        idle += sends_[i] ? 0 : 1.0 / ports_ / slots;
        behind_high += sends_[i] || !holds_ || high_cells_[i].empty() ? 0 : 1.0 / ports_ / slots;
      }
    }
  }
  double idle = 0, behind_high = 0;

 private:
  [[nodiscard]] bool offers(unsigned i, unsigned output, bool of_high) const {
    const auto& cells = high_cells_[i];
    if (sends_[i]) return false;
    if (of_high) return !cells.empty() && cells.front() == output;
    return low_heads_[i] == output && (!holds_ || cells.empty());
  }
  /// Outputs in turn take the head of an input, each of the next one that has one for it.
  void serve(bool of_high) {
    for (unsigned output = 0; output < ports_; ++output) {
      unsigned& next = turn_[2 * output + (of_high ? 1 : 0)];
      unsigned n = 0;
      while (n < ports_ && !offers((next + n) % ports_, output, of_high)) ++n;
      if (n == ports_ || serves_[output]) continue;
      const unsigned i = (next + n) % ports_;
      serves_[output] = sends_[i] = true;
      next = i + 1;
      if (of_high)
        high_cells_[i].pop_front();
      else
        low_heads_[i] = random_.below(ports_);
    }
  }

  unsigned ports_;
  double high_;
  bool holds_;
  RandomStream random_{5, StreamPurpose::Test, 0};
  std::vector<std::deque<unsigned>> high_cells_;
  std::vector<unsigned> low_heads_, turn_;
  std::vector<bool> sends_, serves_;
};

/// A switch that does not know classes, and yet lets each packet keep its own.
class ClassBlind : public SwitchModel {
 public:
  explicit ClassBlind(RunConfig config) {
    config.classes = 1;
    inner_ = make_model(resolve(config));
  }
  void reset(const SwitchSettings& settings) override { inner_->reset(settings); }
  [[nodiscard]] bool carries_payload() const override { return false; }
  void show(SwitchOutputs& out) override {
    inner_->show(out);
    for (PortMask& ready : out.class_ready) ready = out.s_tready;
    for_each_port(out.m_tvalid & out.m_tuser, [&](unsigned j) { out.m_tid[j] = of_class_[out.m_tdata[j]]; });
    ready_ = out.s_tready;
  }
  void clock(const SwitchInputs& in) override {
    for_each_port(in.s_tvalid & in.s_tuser & ready_,
                  [&](unsigned i) { of_class_[in.s_tdata[i]] = in.s_tid[i]; });
    inner_->clock(in);
  }

 private:
  std::unique_ptr<SwitchModel> inner_;
  PortMask ready_ = 0;
  std::unordered_map<std::uint64_t, std::uint8_t> of_class_;  // by header
};

}  // namespace

TEST_CASE("strict output queues: the wait of each class is that of theory", "[testbenches]") {
  const RunConfig config = configured(kSlots);
  const RunResult r = run_point(config);
  CAPTURE(wait_slots(r, 0), wait_slots(r, 1));
  CHECK(is_strict(config, r));
  CHECK(r.classes.size() == 2);
  CHECK(r.classes[0].offered_load == Approx(0.4).epsilon(0.01));
  CHECK(r.classes[1].throughput.mean == Approx(0.4).epsilon(0.01));
  CHECK(r.classes[0].loss == 0);
  CHECK(r.classes[0].delivered_packets + r.classes[1].delivered_packets == r.delivered_packets);
  CHECK(r.classes[1].queueing.ci95.value() > 0);
}

// Cells come at any phase of their outputs' turns, and wait as if all of a slot came at once.
TEST_CASE(
    "strict output queues: with a pipeline each class waits as theory has it, the high one whatever the load "
    "of the low",
    "[testbenches]") {
  const Keys keys(
      "switch output, pipeline 1, ports 4, packet 4, classes 2, depth 65536, warmup 20000, cycles 400000");
  const RunConfig config = configured(with(keys, {{"load", "0.8"}}));
  const RunResult both = run_point(config);
  CAPTURE(wait_slots(both, 0), wait_slots(both, 1));
  CHECK(is_strict(config, both));
  const double alone = wait_slots(measured(keys, {{"class-load", "0:0,1:0.4"}}), 1);
  const RunResult full = measured(keys, {{"class-load", "0:1,1:0.4"}});
  CHECK(wait_slots(full, 1) == Approx(alone).epsilon(0.03));
  CHECK(full.throughput.mean > 0.98);
  CHECK(measured(keys, {{"load", "0.99"}}).throughput.mean > 0.98);
}

TEST_CASE("classes of short packets are all carried by a memory switch", "[testbenches]") {
  const std::string name = GENERATE("output", "shared");
  const std::string pipeline = GENERATE("0", "1");
  const std::string packet = GENERATE("1", "3");
  CAPTURE(name, packet, pipeline);
  const RunResult r =
      run_point(configured(with("ports 4, classes 2, load 0.95, depth 65536, cycles 60000",
                                {{"switch", name}, {"packet", packet}, {"pipeline", pipeline}})));
  CHECK(r.throughput.mean == Approx(0.95).epsilon(0.01));
  CHECK(r.classes[1].latency.mean < 50);
  CHECK(r.classes[0].latency.mean < 500);
}

namespace {

/// Throughput at load 1, in a memory that never fills.
double carried(const std::string& name, unsigned ports, unsigned classes, const std::string& mix,
               const std::string& traffic, unsigned packet) {
  return run_point(configured({{"switch", name},
                               {"ports", std::to_string(ports)},
                               {"classes", std::to_string(classes)},
                               {"class-mix", mix},
                               {"traffic", traffic},
                               {"packet", std::to_string(packet)},
                               {"load", "1"},
                               {"depth", "65536"},
                               {"cycles", "40000"}}))
      .throughput.mean;
}

/// Words hold 2N beats of one class: what that costs is least at lengths around N, 2N and 3N.
void check_carried(const std::string& name, unsigned ports, unsigned classes, unsigned packet) {
  CAPTURE(name, ports, classes, packet);
  CHECK(carried(name, ports, classes, "0:1", "permutation", packet) > 0.999);
  CHECK(carried(name, ports, classes, "equal", "permutation", packet) > (packet < ports ? 0.99 : 0.999));
  CHECK(carried(name, ports, classes, "equal", "uniform", packet) > 0.98);
}

}  // namespace

TEST_CASE("a memory switch with classes carries packets of any length at full load", "[testbenches]") {
  for (const unsigned packet : {1, 3, 4, 5, 7, 8, 9, 11, 12, 13}) check_carried("output", 4, 2, packet);
  check_carried("shared", 4, 8, 1);
}

TEST_CASE("a memory switch with classes carries packets of every length at full load",
          "[testbenches][.long]") {
  for (const char* const name : {"output", "shared"})
    for (const unsigned ports : {2U, 4U, 8U})
      for (const unsigned classes : {2U, 3U, 8U})
        for (unsigned packet = 1; packet <= 4 * ports; ++packet) check_carried(name, ports, classes, packet);
}

TEST_CASE("the formulas of two classes are what a simulation of slots gives", "[testbenches]") {
  for (const auto& [load, high] : {std::pair(0.8, 0.4), std::pair(0.9, 0.3)}) {
    RunConfig config = configured(kSlots);
    set_key(config, "load", std::to_string(load), "");
    set_key(config, "class-mix", fmt::format("0:{},1:{}", 1 - high / load, high / load), "");
    const auto waits = slot_waits(4, load, high, 1000000);
    CHECK(find_theory("strict-wait-low")->value(config).value() == Approx(waits[0]).epsilon(0.04));
    CHECK(find_theory("strict-wait-high")->value(config).value() == Approx(waits[1]).epsilon(0.02));
  }
}

TEST_CASE("a switch that serves classes as they come is found by their waits", "[testbenches]") {
  const RunConfig config = configured(with(kSlots, "cycles 1000000"));
  ClassBlind blind(config);
  const RunResult r = simulate(resolve(config), blind);
  CHECK(wait_slots(r, 1) == Approx(wait_slots(r, 0)).epsilon(0.05));
  CHECK_FALSE(is_strict(config, r));
}

TEST_CASE("a low class that always waits is held for as long as a high one is sent", "[testbenches]") {
  for (const char* name : {"input", "voq", "crosspoint", "cicq-lqf", "output", "shared"}) {
    CAPTURE(name);
    // All inputs have packets of the low class for output 0, which sends the high class of one of them.
    const Keys keys = with(
        "ports 4, classes 2, packet 8, class-load 0:1,1:.3, "
        "class-traffic 0:alternate,1:permutation, targets 1, cycles 20000",
        {{"switch", name}});
    const RunResult r = measured(keys);
    const double high = r.classes[1].throughput.mean;
    CHECK(r.classes[1].held_by_higher.value() == 0);
    // Of FIFO inputs also while an input sends its own high class.
    if (std::string(name) == "input")
      CHECK(r.classes[0].held_by_higher.value() > high + 0.1);
    else
      CHECK(r.classes[0].held_by_higher.value() == Approx(high).margin(0.02));
    // Nothing is known of what waits where packets are dropped.
    CHECK_FALSE(measured(keys, "flow drop").classes[0].held_by_higher);
    // Without a high class nothing is held.
    CHECK(measured(keys, "class-load 0:1,1:0").classes[0].held_by_higher.value() == 0);
  }
}

// Behind a saturated low class there is always a packet for the output that an input leaves idle. So what is
// lost of the line rate is its head-of-line blocking: 1 - .6162 and 1 - .6328 with 16 ports (Chen and
// Guerin).
TEST_CASE("head-of-line blocking of a saturated class is what is lost, and by whom as in slots",
          "[testbenches]") {
  for (const char* heads : {"hold", "offer"}) {
    for (const auto& [ports, high] : {std::pair(16U, 0.3), std::pair(8U, 0.4)}) {
      CAPTURE(heads, high);
      const bool holds = std::string(heads) == "hold";
      const RunResult r = measured(
          fmt::format("switch input, ports {}, classes 2, class-load 0:1,1:{}, class-heads {}, warmup 3000, "
                      "cycles 40000",
                      ports, high, heads));
      const ClassHol& low = r.classes[0].hol.value();
      CHECK(low.fraction == Approx(1 - r.throughput.mean).margin(1e-4));
      SlotInputs slots(ports, high, holds);
      slots.run(60000);
      CHECK(low.fraction == Approx(slots.idle).margin(.004));
      CHECK(low.behind_class[1] == Approx(slots.behind_high).margin(.004));
      CHECK((low.behind_class[1] > 0.02) == holds);
      // Nobody waits behind the low class: a cell that is shown goes.
      CHECK(r.classes[1].hol->behind_class[0] == 0);
      const auto& blame = r.classes[1].hol->blame;
      CHECK(std::accumulate(blame.begin(), blame.end(), std::uint64_t{0}) > 0);
    }
  }
}

TEST_CASE("head-of-line blocking of a class that is alone is that of the switch's flags", "[testbenches]") {
  for (const unsigned alone : {0U, 1U}) {
    const RunResult r =
        measured(fmt::format("switch input, ports 4, classes 2, class-load {}, class-packet 0:3,1:1..5, "
                             "class-heads {}, receiver-stall 0.2, forwarding {}, cycles 10000",
                             alone == 0 ? "0:1,1:0" : "0:0,1:.9", alone == 0 ? "hold" : "offer",
                             alone == 0 ? "cut-through" : "store-and-forward"));
    const ClassHol &own = r.classes[alone].hol.value(), &other = r.classes[1 - alone].hol.value();
    CHECK(own.fraction == r.hol.mean);
    CHECK(own.behind_class[1 - alone] == 0);
    CHECK(own.blame == r.blame);
    CHECK(other.fraction == 0);
  }
}

TEST_CASE("a head that waits for another class is no victim of itself", "[testbenches]") {
  // All packets of a class and input are for one output, so that none is behind a packet for another.
  const Keys keys =
      "switch input, ports 4, classes 2, class-load 0:.2,1:.4, class-packet 0:1,1:8, class-traffic "
      "0:hotspot,1:permutation, unbalance 1, cycles 10000";
  for (const char* pipeline : {"pipeline 0", "pipeline 1"}) {
    const RunResult r = measured(keys, pipeline);
    CHECK(r.hol.mean == 0);
    CHECK(r.blocked.mean > 0.1);
  }
}

TEST_CASE("the intervals of a class that is alone are those of the whole", "[testbenches]") {
  for (const char* speedup : {"1", "2"}) {
    const RunResult r =
        measured("switch voq, ports 4, classes 2, class-load 0:0,1:.6, warmup 2000, cycles 40000",
                 {{"speedup", speedup}});
    CAPTURE(speedup);
    CHECK(r.classes[1].throughput.mean == Approx(r.throughput.mean));
    CHECK(r.classes[1].throughput.ci95.value() == Approx(r.throughput.ci95.value()));
    CHECK(r.classes[1].latency.ci95 == r.latency.ci95);
    CHECK(r.classes[1].queueing.ci95 == r.queueing.ci95);
  }
}

TEST_CASE("a receiver that stalls puts low packets in front of a high class", "[testbenches]") {
  const Keys keys =
      "switch input, ports 4, classes 2, packet 8, class-load 0:1,1:.2, receiver-stall 0.3, "
      "cycles 10000, class-heads offer";
  CHECK(measured(keys).classes[1].hol->behind_class[0] > 0.002);
  CHECK(measured(keys, "receiver-stall 0").classes[1].hol->behind_class[0] == 0);
  CHECK_FALSE(measured(keys, "switch voq").classes[1].hol);
  CHECK_FALSE(measured(keys, "flow drop").classes[1].hol);
}

TEST_CASE("with classes probes and ports tell the same of queues", "[testbenches]") {
  const Keys keys = "switch voq, ports 3, classes 3, load 0.8, receiver-stall 0.1, cycles 10000";
  const RunResult probes = measured(keys), ports = measured(keys, "observe ports");
  CHECK(ports.occupancy_beats.mean == probes.occupancy_beats.mean);
  CHECK(ports.occupancy_beats.max == probes.occupancy_beats.max);
  CHECK(ports.per_queue.size() == 9);
  CHECK(ports.classes[0].latency.mean == probes.classes[0].latency.mean);
}

TEST_CASE("the lag of a class is that behind output queues with strict priority", "[testbenches]") {
  const Keys keys = with(kSlots, "reference oq, cycles 200000");
  const RunResult strict = measured(keys);
  REQUIRE(strict.classes[0].lag);
  // Of cells of 4 beats; what one class gains in an order of service another loses.
  for (const ClassResult& of : strict.classes) CHECK(std::abs(of.lag->mean) < 0.5);
  const RunConfig config = configured(keys);
  ClassBlind blind(config);
  const RunResult r = simulate(resolve(config), blind);
  CHECK(r.classes[1].lag->mean > 4);
  CHECK(r.classes[0].lag->mean < -4);
  CHECK(r.classes[0].lag->packets + r.classes[1].lag->packets == r.lag->packets);
  CHECK(std::abs(r.lag->mean) < 0.5);
}

TEST_CASE("with virtual output queues a high class lags as if it were alone", "[testbenches]") {
  const Keys keys = "switch voq, ports 8, iterations 1, reference oq, cycles 100000, load 0.9, classes 2";
  const LagResult high = measured(with(keys, "class-mix 0:.5,1:.5")).classes[1].lag.value();
  const LagResult alone = measured(with(keys, "classes 1, load 0.45")).lag.value();
  CHECK(std::abs(high.mean - alone.mean) < six_sigma(alone.ci95, alone.ci95));
  CHECK(high.mean < 1);  // without the low class in the way
}

TEST_CASE("classes on engines fast and systemc give one record", "[testbenches]") {
  for (const auto& [name, pipeline] : std::vector<std::pair<const char*, const char*>>{{"input", "0"},
                                                                                       {"output", "0"},
                                                                                       {"shared", "0"},
                                                                                       {"voq", "0"},
                                                                                       {"crosspoint", "0"},
                                                                                       {"shared", "1"}}) {
    for (const char* flow : {"back-pressure", "drop"}) {
      CAPTURE(name, pipeline, flow);
      const Keys keys{{"switch", name},   {"pipeline", pipeline}, {"ports", "3"},
                      {"packet", "1..9"}, {"classes", "3"},       {"load", "0.9"},
                      {"depth", "64"},    {"flow", flow},         {"service", "strict+dwrr"},
                      {"weights", "1:3"}, {"cycles", "20000"}};
      const auto record = [&](const char* engine) {
        const RunConfig config = configured(with(keys, {{"engine", engine}}));
        RunResult result = run_point(config);
        result.cpu_seconds = 0;
        return result_to_json(config, result);
      };
      const auto fast = record("fast");
      CHECK(fast == record("systemc"));
      const RunConfig config = configured(keys);
      CHECK(result_to_json(config, result_from_json(fast)) == fast);
    }
  }
}

TEST_CASE("rules of sharing that evict pass all checks, on engines fast and systemc alike", "[testbenches]") {
  const auto sharing = GENERATE("dynamic", "abm", "pushout", "headdrop");
  for (const char* classes : {"1", "3"}) {
    CAPTURE(sharing, classes);
    Keys keys{{"switch", "shared"}, {"ports", "3"},           {"packet", "1..9"}, {"classes", classes},
              {"load", "0.9"},      {"depth", "48"},          {"flow", "drop"},   {"sharing", sharing},
              {"cycles", "20000"},  {"receiver-stall", "0.1"}};
    const std::string rule = sharing;
    if (rule != "pushout") keys["alpha"] = *classes == '1' ? (rule == "dynamic" ? "0:.5" : ".5") : "0:.5,2:4";
    if (rule == "headdrop") keys["drop-bandwidth"] = ".1";
    const auto record = [&](const char* engine) {
      const RunConfig config = configured(with(keys, {{"engine", engine}}));
      check_use({config});
      RunResult result = run_point(config);
      result.cpu_seconds = 0;
      return result_to_json(config, result);
    };
    const auto fast = record("fast");
    CHECK(fast == record("systemc"));
    const RunConfig config = configured(keys);
    CHECK(result_to_json(config, result_from_json(fast)) == fast);
    const RunResult result = result_from_json(fast);
    CHECK(result.loss.mean > 0);
    CHECK((result.evicted.value() > 0) == (rule == "pushout" || rule == "headdrop"));
    CHECK(result.evicted.value() <= result.dropped_full);
  }
}

TEST_CASE("queues that lose packets of classes with lengths of their own pass all checks", "[testbenches]") {
  const Keys keys =
      "switch shared, sharing headdrop, flow drop, engine fast, classes 2, warmup 0, cycles 3000";
  const RunResult r =
      measured(keys, {{"ports", "2"},
                      {"class-load", "0:0.9,1:0.5"},
                      {"class-packet", "0:36,1:60"},
                      {"depth", "1024"},
                      {"drop-bandwidth", ".05"},
                      {"alpha", "1"},
                      {"forwarding", "store-and-forward"},
                      {"seed", "71"}});  // in its cycle 1024 a packet of 36 beats is being lost
  CHECK(r.evicted.value() > 0);
}

TEST_CASE("in a window of a few cycles, too, what is evicted is among what is lost", "[testbenches]") {
  std::uint64_t evicted = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const RunResult r = measured(
        "switch shared, ports 4, classes 2, sharing pushout, flow drop, load 1, traffic hotspot, packet 4, "
        "depth 64, warmup 200, cycles 3",
        {{"seed", std::to_string(seed)}});
    CAPTURE(seed);
    CHECK(r.evicted.value() <= r.dropped_full);
    evicted += *r.evicted;
  }
  CHECK(evicted > 5);
}

TEST_CASE("a network counts what its switches evict, and loses no other packet", "[testbenches]") {
  const Keys keys =
      "switch shared, topology leaf-spine(2,1,3), packet 1..9, load 0.9, depth 48, flow drop, "
      "cycles 5000, link-latency 3, traffic hotspot";
  for (const char* rule : {"dynamic", "pushout", "headdrop"}) {
    CAPTURE(rule);
    RunResult r = measured(keys, {{"sharing", rule}}),
              same = measured(keys, {{"sharing", rule}, {"engine", "systemc"}});
    CHECK(r.evicted == same.evicted);
    CHECK(r.delivered_packets == same.delivered_packets);
    CHECK(r.evicted.has_value() == (std::string(rule) != "dynamic"));
    std::uint64_t evicted = 0;
    for (const SwitchResult& one : r.network->switches) {
      CHECK(one.result.evicted.value_or(0) <= one.result.dropped_full);
      evicted += one.result.evicted.value_or(0);
    }
    CHECK(r.evicted.value_or(0) == evicted);
    CHECK((evicted > 100) == r.evicted.has_value());
    // What the memories hold as the window opens or closes is neither.
    const double left =
        static_cast<double>(r.offered_packets) - static_cast<double>(r.delivered_packets + r.lost_packets);
    CHECK(std::abs(left) < 3 * 48);
    CHECK(r.lost_packets > 10 * 3 * 48);
  }
}

TEST_CASE("dwrr: saturated classes share an output by weight, in beats", "[testbenches]") {
  const RunResult r =
      measured(with("switch output, ports 4, traffic one-hot, classes 2, class-load 0:1,1:1, "
                    "class-packet 0:8,1:3..20, service dwrr, weights 0:1,1:3, warmup 20000, cycles 200000",
                    {{"pipeline", GENERATE("0", "1")}}));
  CHECK(r.classes.at(1).throughput.mean == Approx(3 * r.classes.at(0).throughput.mean).epsilon(0.01));
  CHECK(4 * (r.classes[0].throughput.mean + r.classes[1].throughput.mean) == Approx(1).epsilon(0.01));
}

TEST_CASE("classes that there are not, and runs without classes, are refused in a line", "[testbenches]") {
  const auto refuses = [](const Keys& keys, const std::string& part) {
    try {
      RunConfig config = configured(keys);
      check_use({config});
      FAIL("not refused");
    } catch (const InputError& error) {
      CAPTURE(std::string(error.what()));
      CHECK(std::string(error.what()).find(part) != std::string::npos);
    }
  };
  refuses("switch output, classes 2, class-load 2:1", "classes 0..1");
  refuses("switch output, classes 2, class-mix 0:.5,1:.6", "class-mix");
  refuses("switch output, classes 2, class-load 0:.1,1:.2, class-mix 0:.3,1:.7",
          "a class without class-load");
  refuses("switch output, weights 0:2", "classes 2..8");
  refuses("switch output, classes 2, service dwrr, reference oq", "reference none or service strict");
  refuses("switch output, classes 2, weights 0:2", "service dwrr");
  refuses("switch input, pipeline 1, classes 2, class-heads offer", "pipeline 0");
  refuses("switch voq, scheduler ccf, classes 2", "a scheduler other than ccf");
  refuses("switch output, classes 2, class-cycles 2:0..9", "classes 0..1");
  refuses("switch output, classes 2, class-cycles 1:9..9", "class-cycles");
}

TEST_CASE("rules of sharing are refused where there is no twin or no drop for them", "[testbenches]") {
  const auto message = [](const Keys& more) {
    return message_of<InputError>([&] {
      const RunConfig config = configured(with("switch shared, flow drop", more));
      check_use({config});
    });
  };
  const char* const allowed = "with engine systemc fast abm, with flow drop headdrop, with both pushout";
  CHECK(mentions(message("sharing abm, engine rtl"), {"sharing: 'abm'", allowed}));
  CHECK(mentions(message("sharing pushout, engine lockstep"), {"'pushout'", allowed}));
  CHECK(mentions(message("sharing pushout, flow back-pressure"), {"'pushout'", allowed}));
  CHECK(mentions(message("sharing abm, switch voq"), {"sharing: 'abm'", allowed}));
  CHECK(mentions(message("sharing abm, pipeline 1"), {"sharing: 'abm'", allowed}));
  CHECK(mentions(message("sharing dynamic, alpha 0:2, pipeline 1"), {"alpha: '0:2'", "one number"}));
  CHECK(mentions(message("sharing dynamic, alpha 1:2"), {"alpha: '1:2'", "classes 0..0"}));
  CHECK(mentions(message("sharing pushout, alpha 2"), {"alpha: '2.0'", "abm headdrop"}));
  CHECK(mentions(message("sharing dynamic, drop-bandwidth 1"), {"drop-bandwidth: '1.0'", "headdrop"}));
}
