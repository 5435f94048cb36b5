// SPDX-License-Identifier: Apache-2.0
// The golden cases against the mutants of the RTL: where a mutant shows at the ports of a case, that case
// fails in the first cycle that shows it; where it does not, the case passes.
#include <set>

#include "testbenches/engines/paths.h"
#include "testbenches/golden/golden_check.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/engines/mutated_rtl.h"
#include "tests/testbenches/engines/switch_key.h"
#include "tests/testbenches/golden/side_by_side.h"

using namespace xb;

namespace {

/// Mutants that no case shows: they need settings that none has, other loads, longer runs, payload (which a
/// line trace has not), or flags that are not in one.
const std::set<std::string> kUnseen = words_of(
    "bit_flipped cause_judged_anew discard_forgotten forwarded_at_first_beat forwarded_at_first_word "
    "forwarded_unstored half_the_room_admits held_by_busy_output keep_ignored keep_moves_in_stall "
    "keep_short keep_torn packet_lost packets_miscounted part_of_all payload_moves_in_stall "
    "pipe_always_contention pipe_credits_ignored pipe_crosspoint_left_early "
    "pipe_crosspoint_overflows pipe_crosspoint_read_early pipe_held_by_anyone pipe_limit_of_one_more "
    "pipe_link_missed pipe_lqf_shortest_first pipe_lqf_ties_to_the_first pipe_overtakes "
    "pipe_pointer_never_moves pipe_pool_overdrawn pipe_pop_counted_twice pipe_queue_out_of_order "
    "pipe_reads_too_much pipe_unstored pipe_victims_taken pipe_voq_any_ring pipe_voq_grant_taken "
    "pipe_voq_held_by_anyone pipe_voq_one_turn pipe_voq_wrong_ring pool_blames_itself "
    "random_favours_low random_numbers_reused refusal_forgotten route_delay_halved route_delay_late "
    "tail_torn_off threshold_of_the_whole wave_strays word_lost work_seen_in_flow "
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

}  // namespace

TEST_CASE("golden cases find the mutants of the RTL that show at their ports, in the first cycle that does",
          "[testbenches][long][golden]") {
  const auto cases = read_golden_cases(source_dir() / "waves/golden");
  MutatedRtl rtl;
  for (const Mutant& mutant : mutants_in("")) {
    CAPTURE(mutant.name, mutant.switch_name);
    CHECK(shown_by(mutant, rtl, cases).empty() == (kUnseen.count(mutant.name) != 0));
  }
}
