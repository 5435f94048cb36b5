// SPDX-License-Identifier: Apache-2.0
// Many switches in one process: each is as it is alone, whatever the others do.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "host/base/errors.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/trace_file.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/shown.h"
#include "tests/testbenches/scratch_folder.h"
#include "waves/write/fst_signals.h"

using namespace xb;

namespace {

Setup setup_on(const std::string& engine, const std::string& name, unsigned ports) {
  RunConfig config = ends_config(name, ports);
  config.engine = *find_choice<Engine>(engine);
  config.cycles = 2000;  // no optimised model for lock-step
  return resolve(config);
}

/// Steps these switches in turn, each under traffic and settings of its own and reset at times of its own,
/// and beside each the fast engine. Empty, or the first difference.
std::string compare_with_fast(const std::vector<Setup>& setups, std::uint64_t cycles) {
  std::vector<Setup> all = setups;
  for (Setup setup : setups) {
    setup.config.engine = Engine::Fast;
    all.push_back(setup);
  }
  const auto models = make_models(all);
  const std::size_t count = setups.size();
  Ends ends(RandomStream(23, StreamPurpose::Test, 0));
  std::vector<std::unique_ptr<Linked>> links(all.size());
  std::vector<std::uint64_t> left(count), delivered(count);
  for (std::uint64_t c = 0; c < cycles; ++c) {
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t k = (n + c) % count;
      if (left[k]-- == 0) {
        const EndsPoint point =
            draw_point(ends, setups[k].config.ports, setups[k].max_depth, setups[k].crosspoint_beats);
        links[k] = std::make_unique<Linked>(*models[k], setups[k], point, c);
        links[count + k] = std::make_unique<Linked>(*models[count + k], setups[k], point, c);
        left[k] = point.cycles / 2;
      }
      links[k]->step(ends.percent(50));
      links[count + k]->step(true);
      const std::string found = difference(links[k]->shown(), links[count + k]->shown(),
                                           setups[k].config.ports, setups[k].queues, 0);
      if (!found.empty()) return fmt::format("cycle {}, switch {}: {}", c, k, found);
      if (left[k] == 0) delivered[k] += links[k]->delivered();
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (delivered[k] + links[k]->delivered() < 100) return fmt::format("switch {} did little", k);
  }
  return {};
}

/// Files of this switch's Verilated models in the memory of this process.
std::set<std::string> loaded_models(const std::string& name) {
  std::set<std::string> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const auto path = line.find('/');
    if (path == std::string::npos || line.find("/models/xb_switch_" + name + "-") == std::string::npos)
      continue;
    found.insert(line.substr(path));
  }
  return found;
}

/// Of this process.
auto threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

}  // namespace

TEST_CASE("SystemC switches of different kinds run in one process, each as if it were alone",
          "[testbenches]") {
  const std::vector<Setup> setups{setup_on("systemc", "input", 3), setup_on("systemc", "voq", 4),
                                  setup_on("systemc", "shared", 5)};
  CHECK(in_child_process([&] { return compare_with_fast(setups, 60000); }) == "");
}

TEST_CASE("switches on all engines run in one process, each as if it were alone", "[testbenches]") {
  const std::vector<Setup> setups{setup_on("systemc", "voq", 3),     setup_on("rtl", "input", 3),
                                  setup_on("lockstep", "output", 3), setup_on("fast", "crosspoint", 7),
                                  setup_on("lockstep", "input", 3),  setup_on("systemc", "voq", 3)};
  CHECK(in_child_process([&] { return compare_with_fast(setups, 60000); }) == "");
}

TEST_CASE("switches of one shape run independently of each other, on one library", "[testbenches]") {
  const std::string name = GENERATE("input", "shared");
  const Setup setup = setup_on("rtl", name, 3);
  CHECK(in_child_process([&] { return compare_with_fast({setup, setup, setup}, 60000); }) == "");
  const auto before = threads();
  const auto models = make_models(std::vector<Setup>(50, setup));
  CHECK(models.size() == 50);
  CHECK(threads() == before);
  CHECK(loaded_models(name).size() == 1);
}

TEST_CASE("the sources of a shape are read once for all of its switches", "[testbenches]") {
  const ScratchFolder folder;
  ModelSpec spec = ModelSpec::of(setup_on("rtl", "input", 3), false);
  const std::filesystem::path rtl = folder.path() / "rtl";
  std::filesystem::copy(spec.rtl_dir, rtl, std::filesystem::copy_options::recursive);
  spec.rtl_dir = rtl;
  ModelLibraries libraries;
  const std::filesystem::path library = libraries.of(spec);
  std::filesystem::remove_all(rtl);
  CHECK(libraries.of(spec) == library);
  // Whatever else the spec says, it is another shape: looked for, and its sources are gone.
  const auto is_another = [&](auto&& change) {
    ModelSpec other = spec;
    change(other);
    try {
      libraries.of(other);
      return false;
    } catch (const std::filesystem::filesystem_error&) {
      return true;
    }
  };
  CHECK(is_another([](ModelSpec& s) { s.rtl_module = "xb_switch_voq"; }));
  CHECK(is_another([](ModelSpec& s) { ++s.ports; }));
  CHECK(is_another([](ModelSpec& s) { ++s.queues; }));
  CHECK(is_another([](ModelSpec& s) { s.width = 128; }));
  CHECK(is_another([](ModelSpec& s) { s.max_depth *= 2; }));
  CHECK(is_another([](ModelSpec& s) { s.parameters.push_back({"CountStart", 5}); }));
  CHECK(is_another([](ModelSpec& s) { s.trace = true; }));
  CHECK(is_another([](ModelSpec& s) { s.checkers = true; }));
  CHECK(is_another([](ModelSpec& s) { s.random_start = true; }));
  CHECK(is_another([](ModelSpec& s) { s.registered = true; }));
  CHECK(is_another([](ModelSpec& s) { s.flags = false; }));
  CHECK(is_another([](ModelSpec& s) { s.optimised = !s.optimised; }));
  CHECK(is_another([](ModelSpec& s) { s.rtl_dir /= "elsewhere"; }));
  CHECK(is_another([](ModelSpec& s) { s.overlay = "elsewhere"; }));
  CHECK(is_another([](ModelSpec& s) { s.extra_source = "bench/bare_loop.h"; }));
}

TEST_CASE("one switch of many is traced", "[testbenches]") {
  const ScratchFolder folder;
  const std::vector<Setup> setups{setup_on("fast", "voq", 3), setup_on("rtl", "input", 2),
                                  setup_on("rtl", "input", 2)};
  const auto file = folder.path() / "one.fst";
  FstFile fst(file);
  FstSignals signals(fst);
  auto models = make_models(setups, SwitchTrace{2, TraceRequest{&signals, 5, 10}});
  const SwitchInputs in{};
  SwitchOutputs out{};
  for (unsigned c = 0; c < 20; ++c) {
    for (const auto& model : models) {
      model->show(out);
      model->clock(in);
    }
  }
  for (const auto& model : models) model->end_of_run();
  fst.close();
  CHECK(is_whole_fst(file));
  const SwitchTrace trace{0, TraceRequest{&signals, 5, 10}};
  CHECK(mentions(message_of<InputError>([&] { make_models(setups, trace); }),
                 {"trace: 'fast' is not allowed as engine; allowed: rtl, lockstep"}));
}

TEST_CASE("a run with a switch on SystemC needs a process of its own", "[testbenches]") {
  const auto needs = [](const std::vector<std::string>& engines) {
    std::vector<Setup> setups;
    for (const auto& engine : engines) setups.push_back(setup_on(engine, "input", 2));
    return needs_own_process(setups);
  };
  CHECK_FALSE(needs({}));
  CHECK_FALSE(needs({"rtl", "fast", "rtl"}));
  CHECK(needs({"rtl", "systemc", "fast"}));
  CHECK(needs({"lockstep"}));
}
