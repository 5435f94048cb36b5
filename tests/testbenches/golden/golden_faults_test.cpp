// SPDX-License-Identifier: Apache-2.0
// The golden cases can fail: each finds each fault that it can show, in the cycle in which it first shows.
#include <set>

#include "host/config/setup.h"
#include "testbenches/engines/paths.h"
#include "testbenches/golden/golden_check.h"
#include "tests/catch.h"
#include "tests/testbenches/golden/faulty_switch.h"
#include "tests/testbenches/golden/side_by_side.h"

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

}  // namespace

TEST_CASE("golden cases find every fault planted in the RTL's wires, in its first cycle",
          "[testbenches][golden]") {
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
  const ModelMaker good = [](const Setup& setup) { return make_model(setup); };
  const ModelMaker wrapped = [](const Setup& setup) -> std::unique_ptr<SwitchModel> {
    auto inner = make_model(setup);
    const unsigned words = inner->carries_payload() ? setup.config.data_words() : 0;
    return std::make_unique<FaultySwitch>(std::move(inner), Fault::None, setup.config.ports, words);
  };
  for (const GoldenCase& one : read_golden_cases(source_dir() / "waves/golden")) {
    for (const std::string& engine : one.engines) {
      CAPTURE(one.name, engine);
      std::optional<std::uint64_t> first;
      const CaseOutcome outcome = check_case(one, engine, [&](const Setup& s, const CaseRunRequest& request) {
        return run_side_by_side(s, request, wrapped, good, first);
      });
      CHECK(outcome.same);
      CHECK_FALSE(first.has_value());
    }
  }
}
