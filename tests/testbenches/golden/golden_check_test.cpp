// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_check.h"

#include <algorithm>
#include <set>

#include "host/base/shell_word.h"
#include "host/config/setup.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/engines/mutated_rtl.h"
#include "tests/testbenches/engines/switch_key.h"
#include "tests/testbenches/golden/faulty_switch.h"
#include "tests/testbenches/golden/side_by_side.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

struct NamedFault {
  Fault fault;
  const char* name;
  /// Cases whose ports never show it.
  std::set<std::string> unseen_in;
};

const std::vector<NamedFault>& faults() {
  // In a schedule no two packets meet, so that no arbiter has to choose.
  static const std::vector<NamedFault> list{
      {Fault::DroppedBeat, "dropped beat", {}},
      {Fault::SwappedPackets, "swapped packets", {}},
      {Fault::DoubleGrant, "double grant", {}},
      {Fault::OffByOne, "off-by-one occupancy", {}},
      {Fault::LateGrant, "late grant", {}},
      {Fault::LateReady, "late ready", {}},
      {Fault::WrongPointerReset, "wrong pointer reset", {"group-shuffle", "pairwise", "sync-shuffle"}}};
  return list;
}

/// Each golden case with each fault in an engine.
void find_all(const std::string& engine) {
  const auto cases = read_golden_cases(source_dir() / "waves/golden");
  REQUIRE(cases.size() >= 12);
  const ModelMaker good = [](const Setup& setup) { return make_model(setup); };
  for (const GoldenCase& one : cases) {
    for (const NamedFault& fault : faults()) {
      CAPTURE(one.name, engine, fault.name);
      const ModelMaker bad = [&](const Setup& setup) -> std::unique_ptr<SwitchModel> {
        auto inner = make_model(setup);
        const unsigned words = inner->carries_payload() ? setup.config.data_words() : 0;
        return std::make_unique<FaultySwitch>(std::move(inner), fault.fault, setup.config.ports, words);
      };
      std::optional<std::uint64_t> first;
      const CaseOutcome outcome = check_case(one, engine, [&](const Setup& s, const CaseRunRequest& request) {
        return run_side_by_side(s, request, bad, good, first);
      });
      CAPTURE(outcome.headline, outcome.run.failure);
      CHECK(first.has_value() == (fault.unseen_in.count(one.name) == 0));
      CHECK(outcome.same == !first.has_value());
      if (first && !outcome.same) CHECK(outcome.first_cycle == *first);
    }
  }
}

/// Mutants that no case shows: they need settings that none has, other loads, longer runs, payload (which a
/// line trace has not), or flags that are not in one.
const std::set<std::string> kUnseen = word_set(
    "bit_flipped cause_judged_anew discard_forgotten forwarded_at_first_beat forwarded_at_first_word "
    "forwarded_unstored half_the_room_admits held_by_busy_output keep_ignored keep_moves_in_stall "
    "keep_short keep_torn packet_lost packets_miscounted part_of_all payload_moves_in_stall "
    "pool_blames_itself random_favours_low random_numbers_reused refusal_forgotten route_delay_halved "
    "route_delay_late tail_torn_off threshold_of_the_whole wave_strays word_lost work_seen_in_flow "
    "work_seen_in_flow_of_queues youngest_first");

/// The cases on the RTL with a mutant; those that it shows in.
std::set<std::string> shown_by(const Mutant& mutant, MutatedRtl& rtl, const std::vector<GoldenCase>& cases) {
  choose_mutant(mutant.name);
  const ModelMaker bad = [&](const Setup& setup) {
    return make_verilated_switch(setup, {}, rtl.of(mutant.switch_name));
  };
  const ModelMaker good = [](const Setup& setup) { return make_model(setup); };
  std::set<std::string> shown;
  for (const GoldenCase& one : cases) {
    if (one.setup("rtl").entry->rtl_module != "xb_switch_" + mutant.switch_name) continue;
    CAPTURE(mutant.name, one.name);
    std::optional<std::uint64_t> first;
    const CaseOutcome outcome = check_case(one, "rtl", [&](const Setup& s, const CaseRunRequest& request) {
      return run_side_by_side(s, request, bad, good, first);
    });
    CAPTURE(outcome.headline, outcome.run.failure);
    if (first) {
      shown.insert(one.name);
      CHECK_FALSE(outcome.same);
      CHECK(outcome.first_cycle == *first);
    } else if (outcome.run.failure.empty()) {
      CHECK(outcome.same);
    }
  }
  return shown;
}

/// Wires with no fault in them make no difference.
void pass_all(const std::string& engine) {
  const ModelMaker good = [](const Setup& setup) { return make_model(setup); };
  const ModelMaker wrapped = [](const Setup& setup) -> std::unique_ptr<SwitchModel> {
    auto inner = make_model(setup);
    const unsigned words = inner->carries_payload() ? setup.config.data_words() : 0;
    return std::make_unique<FaultySwitch>(std::move(inner), Fault::None, setup.config.ports, words);
  };
  for (const GoldenCase& one : read_golden_cases(source_dir() / "waves/golden")) {
    CAPTURE(one.name, engine);
    std::optional<std::uint64_t> first;
    const CaseOutcome outcome = check_case(one, engine, [&](const Setup& s, const CaseRunRequest& request) {
      return run_side_by_side(s, request, wrapped, good, first);
    });
    CHECK(outcome.same);
    CHECK_FALSE(first.has_value());
  }
}

}  // namespace

TEST_CASE("a golden file of another point is not the same, whatever its cycles are",
          "[testbenches][golden]") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "small.toml")
      << "ports = 2\nload = 1\ncycles = 10\nwarmup = 0\nengine = [\"fast\"]\n";
  const auto cases = read_golden_cases(folder.path());
  accept_case(cases.front(), "first");
  const CaseOutcome own = check_case(cases.front(), "fast");
  CHECK(own.same);
  CHECK(own.headline.empty());
  std::string golden = text_of(cases.front().golden_file);
  const std::string load = "--load 1.0";
  REQUIRE(golden.find(load) < golden.find('\n', golden.find("# point")));
  golden.replace(golden.find(load), load.size(), "--load 0.9");
  std::ofstream(cases.front().golden_file) << golden;
  const CaseOutcome outcome = check_case(cases.front(), "fast");
  CHECK(outcome.diff.same);  // every cycle of it
  CHECK_FALSE(outcome.same);
  CHECK(outcome.headline == "the golden file is of another point: load 0.9 there, 1.0 here");
  CHECK(outcome.first_cycle == 0);
}

TEST_CASE("golden: the difference between two points is named by key", "[testbenches][golden]") {
  const std::string point = "--ports 4 --device cases/quiet.toml --load 0.2 --observe ports";
  CHECK(point_difference(point, point).empty());
  CHECK(
      point_difference(point, "--ports 4 --device /elsewhere/quiet.toml --load 0.2 --observe ports").empty());
  CHECK(point_difference(point, "--ports 4 --device ../quiet.toml --load 0.2 --observe ports").empty());
  for (const char* folder : {"my cases", "it's --load 9"}) {
    const std::string path = shell_word(std::string("/") + folder + "/quiet.toml");
    CHECK(point_difference(point, "--ports 4 --device " + path + " --load 0.2 --observe ports").empty());
  }
  CHECK(point_difference(point, "--ports 4 --device other.toml --load 0.2 --observe ports") ==
        "device quiet.toml there, other.toml here");
  CHECK(point_difference(point, "--ports 8 --device quiet.toml --load 0.2 --seed 3") ==
        "observe ports there only; ports 4 there, 8 here; seed 3 here only");
  CHECK(point_difference("", point) == "it names none");
  // A path that a word stands before, from wherever it is looked at.
  for (const char* at : {"", "../", "/a/b/", "a:b/", "../a:b/"})
    CHECK(point_difference("--traffic capture:w.pcap", std::string("--traffic capture:") + at + "w.pcap")
              .empty());
  CHECK(point_difference("--traffic capture:a/w.pcap", "--traffic capture:a/v.pcap") ==
        "traffic capture:w.pcap there, capture:v.pcap here");
}

// The golden cases can fail: each finds each fault that it can show, in the cycle in which it first shows.

TEST_CASE("golden cases find every fault planted in the RTL's wires, in its first cycle",
          "[testbenches][long][golden]") {
  find_all("rtl");
}

TEST_CASE("golden cases find every fault planted in the SystemC twin's wires, in its first cycle",
          "[testbenches][golden]") {
  find_all("systemc");
}

TEST_CASE("golden cases find every fault planted in the fast engine's wires, in its first cycle",
          "[testbenches][golden]") {
  find_all("fast");
}

TEST_CASE("golden cases pass on engines with a fault switched off", "[testbenches][golden]") {
  for (const char* const engine : {"systemc", "fast"}) pass_all(engine);
}

TEST_CASE("golden cases pass on the RTL with a fault switched off", "[testbenches][long][golden]") {
  pass_all("rtl");
}

// The golden cases against the mutants of the RTL: where a mutant shows at the ports of a case, that case
// fails in the first cycle that shows it; where it does not, the case passes.

TEST_CASE("golden cases find the mutants of the RTL that show at their ports, in the first cycle that does",
          "[testbenches][long][golden]") {
  const auto cases = read_golden_cases(source_dir() / "waves/golden");
  MutatedRtl rtl;
  for (const Mutant& mutant : mutants_in("")) {
    const bool has_case = std::any_of(cases.begin(), cases.end(), [&](const GoldenCase& one) {
      return one.setup("rtl").entry->rtl_module == "xb_switch_" + mutant.switch_name;
    });
    if (!has_case) continue;
    CAPTURE(mutant.name, mutant.switch_name);
    CHECK(shown_by(mutant, rtl, cases).empty() == (kUnseen.count(mutant.name) != 0));
  }
}
