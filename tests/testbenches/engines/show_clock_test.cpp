// SPDX-License-Identifier: Apache-2.0
// A cycle as two calls, show() and clock(), is the cycle as one call, on every engine.
#include <array>
#include <memory>

#include "host/base/errors.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/process/child_process.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/shown.h"

using namespace xb;

namespace {

/// Steps three switches of one setup: by cycle(), by show() and clock(), and by either as it is drawn. Empty,
/// or the first difference.
std::string compare_calls(const Setup& setup, unsigned points) {
  std::array<std::unique_ptr<SwitchModel>, 3> models;
  for (auto& model : models) model = make_model(setup, results_alone());
  Ends ends(RandomStream(17, StreamPurpose::Test, 0));
  const unsigned ports = setup.config.ports;
  const unsigned words = models[0]->carries_payload() ? setup.config.data_words() : 0;
  std::uint64_t delivered = 0;
  for (unsigned n = 0; n < points; ++n) {
    const EndsPoint point = draw_point(ends, ports, setup.max_depth, setup.crosspoint_beats);
    Linked one(*models[0], setup, point, n);
    Linked two(*models[1], setup, point, n);
    Linked either(*models[2], setup, point, n);
    for (std::uint64_t c = 0; c < point.cycles; ++c) {
      one.step(true);
      two.step(false);
      either.step(ends.percent(50));
      for (const Linked* other : {&two, &either}) {
        std::string found = difference(one.shown(), other->shown(), ports, setup.queues, words);
        if (found.empty()) found = touched_difference(one.shown(), other->shown());
        if (!found.empty()) return fmt::format("point {}, cycle {}: {}; {}", n, c, found, point.text());
      }
    }
    delivered += one.delivered();
  }
  return delivered > 50 * points ? "" : "too little was delivered";
}

/// A switch that shows a beat too many in one cycle.
class OneTooMany : public SwitchModel {
 public:
  OneTooMany(std::unique_ptr<SwitchModel> inner, std::uint64_t when)
      : inner_(std::move(inner)), when_(when) {}
  void reset(const SwitchSettings& settings) override { inner_->reset(settings); }
  void show(SwitchOutputs& out) override {
    inner_->show(out);
    if (now_ == when_) ++out.occ_beats[1];
  }
  void clock(const SwitchInputs& in) override {
    inner_->clock(in);
    ++now_;
  }

 private:
  std::unique_ptr<SwitchModel> inner_;
  std::uint64_t when_, now_ = 0;
};

/// What lock-step says of it.
std::string verdict_of_lockstep(bool one_call) {
  const Setup setup = resolve(ends_config("input", 3));
  const auto lockstep = make_lockstep(setup, make_fast_switch(setup),
                                      std::make_unique<OneTooMany>(make_fast_switch(setup), 10));
  SwitchInputs in{};
  in.m_tready = 5;
  SwitchOutputs out{};
  return message_of<RunError>([&] {
    for (unsigned n = 0; n < 20; ++n) {
      if (one_call) {
        lockstep->cycle(in, out);
      } else {
        lockstep->show(out);
        lockstep->clock(in);
      }
    }
  });
}

/// A switch that shows the same in every cycle.
class Shows : public SwitchModel {
 public:
  explicit Shows(const SwitchOutputs& all) : all_(all) {}
  void reset(const SwitchSettings& /*settings*/) override {}
  void show(SwitchOutputs& out) override { out = all_; }
  void clock(const SwitchInputs& /*in*/) override {}

 private:
  SwitchOutputs all_;
};

void check_calls(const std::string& name, const std::string& engine) {
  RunConfig config = ends_config(name, 3);
  config.engine = *find_choice<Engine>(engine);
  const bool kernel = config.engine == Engine::Systemc || config.engine == Engine::Lockstep;
  CAPTURE(name, engine);
  CHECK(in_child_process([&] { return compare_calls(resolve(config), kernel ? 3 : 10); }) == "");
}

}  // namespace

TEST_CASE("show() and clock() are cycle(), on every engine", "[testbenches]") {
  const std::string name = GENERATE(from_range(circuits()));
  const std::string engine = GENERATE("rtl", "systemc", "fast", "lockstep");
  if ((engine == "rtl" || engine == "lockstep") && !in_sample(name)) return;
  check_calls(name, engine);
}
TEST_CASE("show() and clock() are cycle(), in the RTL of every switch", "[testbenches][long]") {
  const std::string name = GENERATE(from_range(circuits()));
  check_calls(name, GENERATE("rtl", "lockstep"));
}

TEST_CASE("what differs in a cycle is found and named", "[testbenches]") {
  SwitchOutputs a{};
  a.m_tvalid = a.blocked = a.hol = a.pool = 2;
  RunConfig config = ends_config("voq", 3);
  config.width = 128;
  const Setup setup = resolve(config);
  const auto found = [&](auto&& change) {
    SwitchOutputs b = a, out{};
    change(b);
    const std::string text = difference(a, b, 3, 9, 2);
    const auto lockstep = make_lockstep(setup, std::make_unique<Shows>(a), std::make_unique<Shows>(b));
    if (text.empty())
      CHECK_NOTHROW(lockstep->show(out));
    else
      CHECK_THROWS_AS(lockstep->show(out), RunError);
    return text;
  };
  CHECK(found([](SwitchOutputs&) {}).empty());
  CHECK(found([](SwitchOutputs& b) { b.s_tready = 1; }) == "s_tready[0]: 0x0, 0x1");
  CHECK(mentions(found([](SwitchOutputs& b) { b.m_tvalid = 1; }), {"m_tvalid"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.m_tlast = 2; }), {"m_tlast"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.m_tuser = 2; }), {"m_tuser"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.m_tdest[1] = 2; }), {"m_tdest[1]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.m_tdata[3] = 2; }), {"m_tdata[3]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.blocked = 1; }), {"blocked["}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.blocked_backpressure = 1; }), {"blocked_backpressure"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.hol = 1; }), {"hol["}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.blocked_by[1] = 1; }), {"blocked_by[1]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.hol_victims[1] = 1; }), {"hol_victims[1]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.pool = 1; }), {"pool["}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.pool_by[1] = 1; }), {"pool_by[1]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.idle_with_work = 1; }), {"idle_with_work"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.occ_beats[8] = 1; }), {"occ_beats[8]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.occ_packets[8] = 1; }), {"occ_packets[8]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.drop_full[8] = 1; }), {"drop_full[8]"}));
  CHECK(mentions(found([](SwitchOutputs& b) { b.drop_misrouted[2] = 1; }), {"drop_misrouted[2]"}));
  SwitchOutputs b = a;
  a.touched_known = b.touched_known = true;
  CHECK(touched_difference(a, b).empty());
  b.touched_count = 1;
  CHECK(touched_difference(a, b) == "touched");
  b.touched_known = false;
  CHECK(touched_difference(a, b) == "touched_known");
}

TEST_CASE("lock-step compares what is shown, the inputs of that cycle are in its message if they are known",
          "[testbenches]") {
  for (const bool one_call : {true, false}) {
    const std::string text = verdict_of_lockstep(one_call);
    CHECK(
        mentions(text, {"lock-step difference in cycle 10: xb_switch_input.occ_beats_o[1]: rtl 0, systemc 1\n"
                        "  queue 1 holds 0 beats, where the twin's holds 1\n",
                        "           9       0       7       0       5       0 \n"}));
    CHECK(mentions(text, {one_call ? " *        10       0       7       0       5       0 \n"
                                   : " *        10       -       7       0       - "}));
  }
}
