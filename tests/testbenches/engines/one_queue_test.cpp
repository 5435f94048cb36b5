// SPDX-License-Identifier: Apache-2.0
// A switch with Observe = 3 beside the same with all of its counts, which is what lock-step compares with
// twins.
#include <algorithm>
#include <array>
#include <fstream>
#include <vector>

#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/shown.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Both switches at the same links. The one asks for each of its queues in turn, and says in its second word
/// for which.
class Beside : public SwitchModel {
 public:
  Beside(const Setup& setup, const fs::path& rtl) : setup_(setup) {
    Setup one = setup;
    one.parameters.push_back({"Observe", 3});
    all_ = make_verilated_switch(setup, {}, rtl);
    one_ = make_verilated_switch(one, {}, rtl);
  }
  void reset(const SwitchSettings& settings) override {
    all_->reset(settings);
    one_->reset(settings);
    cycle_ = 0;
  }
  void show(SwitchOutputs& out) override {
    all_->show(out);
    one_->show(shown_);
    SwitchOutputs want = out;
    want.blocked = want.blocked_backpressure = want.hol = want.pool = want.idle_with_work = 0;
    for (auto* counts : {want.occ_beats, want.occ_packets, want.drop_full})
      std::fill_n(counts, setup_.queues, 0U);
    const std::uint32_t asks = want.occ_beats[1] = shown_.occ_beats[1];
    if (cycle_++ < 2) {  // nothing was asked for
      want.occ_beats[0] = shown_.occ_beats[0];
      want.occ_packets[0] = shown_.occ_packets[0];
      want.drop_full[0] = shown_.drop_full[0];
    } else {
      want.occ_beats[0] = before_.occ_beats[asked_[1]];
      want.occ_packets[0] = before_.occ_packets[asked_[1]];
      want.drop_full[0] = before_.drop_full[asked_[1]];
    }
    const std::string found =
        difference(want, shown_, setup_.config.ports, setup_.queues, setup_.config.data_words());
    if (!found.empty()) throw RunError("cycle {}, queue {}: {}; want and shown", cycle_, asked_[1], found);
    held_ += shown_.occ_beats[0] != 0 ? 1 : 0;
    refused_ += shown_.drop_full[0] != 0 ? 1 : 0;
    asked_ = {asks, asked_[0]};
    before_ = out;
  }
  void clock(const SwitchInputs& in) override {
    all_->clock(in);
    one_->clock(in);
  }
  /// Cycles that showed a queue that held beats, one that had refused packets.
  [[nodiscard]] unsigned held() const { return held_; }
  [[nodiscard]] unsigned refused() const { return refused_; }

 private:
  Setup setup_;
  std::unique_ptr<SwitchModel> all_, one_;
  SwitchOutputs shown_{}, before_{};      // before: of the last cycle
  std::array<std::uint32_t, 2> asked_{};  // a cycle ago, two
  unsigned cycle_ = 0, held_ = 0, refused_ = 0;
};

/// A copy of the RTL that asks by itself, and has `to` for `from` in the memory.
void ask_by_itself(const fs::path& rtl, const std::string& from, const std::string& to) {
  fs::copy(source_dir() / "rtl", rtl, fs::copy_options::recursive);
  const auto change = [&](const char* file, const std::vector<std::array<std::string, 2>>& edits) {
    std::string text = text_of(rtl / file);
    for (const auto& [a, b] : edits) text = replaced(text, a, b);
    std::ofstream(rtl / file) << text;
  };
  change("xb_voq_counters.sv", {{".queue_i(count_queue_i)", ".queue_i(asked_q)"},
                                {"    logic [CountWidth-1:0] beats,",
                                 "    logic [QueueWidth-1:0] asked_q;\n"
                                 "    always_ff @(posedge clk_i or negedge rst_ni) begin\n"
                                 "      if (!rst_ni) asked_q <= '0;\n"
                                 "      else asked_q <= QueueWidth'((32'(asked_q) + 5) % NumQueues);\n"
                                 "    end\n"
                                 "    logic [CountWidth-1:0] beats,"},
                                {"CountWidth)'(beats)", "CountWidth)'({CountWidth'(asked_q), beats})"}});
  change("xb_voq_count_memory.sv", {{from, to}});
}

/// What differs, or empty, and then whether the queues had something to show.
std::string compare_one_queue(RunConfig config, const std::string& from = "", const std::string& to = "") {
  const ScratchFolder folder;
  ask_by_itself(folder.path() / "rtl", from, to);
  config.engine = Engine::Rtl;
  Beside model(resolve(config), folder.path() / "rtl");
  try {
    compare_at_ends(model, config, 12);
  } catch (const RunError& error) {
    return error.what();
  }
  return model.held() > 1000 && model.refused() > 1000 ? "" : "nothing happened";
}

}  // namespace

TEST_CASE("a switch with Observe = 3 shows the counts of the queue asked for, and else does the same",
          "[testbenches]") {
  CHECK(compare_one_queue(ends_config("voq", 3)) == "");
}

TEST_CASE(
    "a switch with Observe = 3 shows the counts of the queue asked for, every architecture, 2 and 8 ports",
    "[testbenches][long]") {
  RunConfig config =
      ends_config(GENERATE("voq", "voq_pipe", "crosspoint", "crosspoint_pipe", "cicq_lqf", "cicq_lqf_pipe"),
                  GENERATE(2U, 8U));
  config.classes = config.ports == 2 ? 3 : 1;
  CAPTURE(config.switch_name, config.pipeline, config.ports);
  CHECK(compare_one_queue(config) == "");
}

TEST_CASE("counts of one queue that are one too low, or of too few bits, are found out",
          "[testbenches][long]") {
  const RunConfig config = ends_config("crosspoint", 3);
  CHECK(mentions(
      compare_one_queue(config, "      came_q       <= came;", "      came_q       <= came - CameWidth'(1);"),
      {"occ_beats[0]"}));
  CHECK(mentions(compare_one_queue(config, "HeldWidth > CountWidth) ? CountWidth : HeldWidth",
                                   "HeldWidth > CountWidth) ? CountWidth : 5"),
                 {"occ_beats[0]"}));
}
