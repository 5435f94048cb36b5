// SPDX-License-Identifier: Apache-2.0
// How many pairs of beats an output of the pipelined memory may have to hold: words of one beat take a pair
// each, and a full word is read behind them. Links that send as usual hardly ever fill it.
#include <fstream>

#include "host/switches/switch_registry.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

constexpr unsigned kPorts = 3, kTurns = 4, kFullWord = 2 * kTurns;

/// To output 0, which stalls for long: packets of one beat, words of their own while it has nothing to read,
/// and now and then a long one.
void fill_output(SwitchModel& model, const RunConfig& config, unsigned seed) {
  constexpr unsigned kCycles = 4000, kPhase = 128;
  EndsPoint point{};
  point.settings.depth = resolve(config).max_depth;
  point.settings.packet_beats = kFullWord;
  RandomStream random(seed, StreamPurpose::Test, 7);
  SwitchInputs in{};
  SwitchOutputs out{};
  std::uint64_t taken[kPorts] = {};
  unsigned left[kPorts] = {};
  unsigned cycles_apart = 1;
  model.reset(point.settings);
  for (unsigned c = 0; c < kCycles; ++c) {
    if (c % kPhase == 0) {
      cycles_apart = 1U << random.below(7);
      in.m_tready = random.below(4) != 0 ? 0 : all_ports(kPorts);
    }
    for (unsigned i = 0; i < kPorts; ++i) {
      const PortMask port = bit(i);
      if (left[i] == 0 && random.below(cycles_apart) == 0) {
        left[i] = random.below(8) != 0 ? 1 : kFullWord + random.below(2) * kTurns;
        in.s_tuser |= port;
      }
      in.s_tvalid = left[i] != 0 ? in.s_tvalid | port : in.s_tvalid & ~port;
      in.s_tlast = left[i] == 1 ? in.s_tlast | port : in.s_tlast & ~port;
      in.s_tdata[i] = RandomStream::mix(8 * taken[i] + i);
    }
    model.cycle(in, out);
    for_each_port(in.s_tvalid & out.s_tready, [&](unsigned i) {
      --left[i];
      ++taken[i];
      in.s_tuser &= ~bit(i);
    });
  }
}

/// The first difference between RTL and twin; empty if there is none.
std::string difference(const RunConfig& config, const fs::path& rtl, unsigned points) {
  return in_child_process([&]() -> std::string {
    const auto model = make_lockstep(resolve(config), make_verilated_switch(resolve(config), {}, rtl),
                                     make_systemc_switch(resolve(config)));
    try {
      for (unsigned n = 1; n < points; ++n) fill_output(*model, config, n);
    } catch (const RunError& error) {
      return error.what();
    }
    return {};
  });
}

}  // namespace

TEST_CASE("an output of the pipelined memory holds a full word behind short ones",
          "[testbenches][lockstep]") {
  RunConfig config = ends_config("shared_pipe", kPorts);
  config.ram_register = GENERATE(0U, 1U);
  CAPTURE(config.ram_register);
  CHECK(difference(config, source_dir() / "rtl", 150) == "");
}

// One pair less is not seen in 3000 points either: the bound of xb_switch_shared_pipe has one to spare here.
TEST_CASE("an output of the pipelined memory with room for two pairs less loses some",
          "[testbenches][long][lockstep]") {
  RunConfig config = ends_config("shared_pipe", kPorts);
  config.engine = Engine::Rtl;  // without checkers
  config.ram_register = GENERATE(0U, 1U);
  CAPTURE(config.ram_register);
  const ScratchFolder folder;
  const fs::path rtl = folder.path() / "rtl", stage = rtl / "xb_pipe_egress_stage.sv";
  fs::copy(source_dir() / "rtl", rtl, fs::copy_options::recursive);
  const std::string text =
      replaced(text_of(stage), ".Depth(2*Turns + 3 + RamRegister)", ".Depth(2*Turns + 1 + RamRegister)");
  std::ofstream(stage) << text;
  CHECK(difference(config, rtl, 1000) != "");
}
