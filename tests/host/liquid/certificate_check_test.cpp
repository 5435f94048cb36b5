// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/certificate_check.h"

#include "host/liquid/step_formula.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Five transfers in a ring of links, each sharing one with the next: two steps are not enough, and no three
/// of them share links pair by pair. `capacity`: each link so many times as fast, and each transfer so many
/// times.
TransferSet five_in_a_ring(unsigned capacity) {
  TransferSet set;
  for (unsigned link = 0; link < 5; ++link) set.add_link("l", capacity);
  for (unsigned n = 0; n < 5; ++n) {
    for (unsigned times = 0; times < capacity; ++times) set.add({0, 0}, {n, (n + 1) % 5});
  }
  return set;
}

TransferSet three_in_a_ring() {
  TransferSet set;
  for (unsigned link = 0; link < 3; ++link) set.add_link("l");
  for (unsigned n = 0; n < 3; ++n) set.add({0, 0}, {n, (n + 1) % 3});
  set.add({0, 0}, {0});
  return set;
}

NoScheduleProof proof_of(const TransferSet& set, unsigned steps) {
  const SatSteps sat = sat_steps(set, steps, 100000, [] { return false; });
  REQUIRE(sat.verdict == SatSteps::Verdict::Impossible);
  REQUIRE(sat.proof.steps == steps);
  return sat.proof;
}

}  // namespace

TEST_CASE("a proof of a formula holds for its traffic only", "[liquid]") {
  const TransferSet set = five_in_a_ring(1);
  const NoScheduleProof proof = proof_of(set, 2);
  CHECK(proof_fault(set, 2, proof).empty());
  CHECK(proof_fault(set, 3, proof) == "the proof is about 2 steps, not 3");
  // Without one of the links' meetings the transfers fit.
  TransferSet other;
  for (unsigned link = 0; link < 5; ++link) other.add_link("l");
  for (unsigned n = 0; n < 4; ++n) other.add({0, 0}, {n, n + 1});
  other.add({0, 0}, {4});
  CHECK_FALSE(proof_fault(other, 2, proof).empty());
  TransferSet faster = five_in_a_ring(2);
  CHECK_FALSE(proof_fault(faster, 2, proof).empty());
}

TEST_CASE("damaged derivations are refused", "[liquid]") {
  TransferSet set;  // five in a ring, three times: no two of fifteen go together but in pairs
  for (unsigned link = 0; link < 5; ++link) set.add_link("l");
  for (unsigned n = 0; n < 15; ++n) set.add({0, 0}, {n % 5, (n + 1) % 5});
  const NoScheduleProof proof = proof_of(set, 7);
  REQUIRE(proof_fault(set, 7, proof).empty());
  NoScheduleProof damaged = proof;
  damaged.derivation = "";
  CHECK(proof_fault(set, 7, damaged) == "the derivation does not come to a contradiction");
  damaged.derivation = "0\n";
  CHECK(proof_fault(set, 7, damaged) == "line 1 of the derivation does not follow");
  damaged.derivation = "1 x 0\n";
  CHECK(proof_fault(set, 7, damaged) == "line 1 of the derivation cannot be read");
  damaged.derivation = "1 2\n";
  CHECK(proof_fault(set, 7, damaged) == "line 1 of the derivation cannot be read");
  damaged.derivation = "99999 0\n";
  CHECK(proof_fault(set, 7, damaged) == "line 1 of the derivation cannot be read");
  damaged = proof;
  damaged.derivation.insert(0, "-7 0\n");  // transfer 1 is not in step 1: nothing says so
  CHECK(proof_fault(set, 7, damaged) == "line 1 of the derivation does not follow");
  damaged = proof;
  damaged.derivation.resize(damaged.derivation.size() / 2);
  CHECK_FALSE(proof_fault(set, 7, damaged).empty());
  damaged = proof;
  damaged.steps = 8;  // that many are enough
  CHECK_FALSE(proof_fault(set, 8, damaged).empty());
  damaged = proof;
  damaged.ordered_link = 5;
  CHECK(proof_fault(set, 7, damaged) == "the transfers of link 5 need not be in different steps of 7");
  damaged = proof;
  damaged.kind = NoScheduleProof::Kind::None;
  CHECK(proof_fault(set, 7, damaged) == "nothing is proved");
}

TEST_CASE("links of more than one transfer a step are counted alike by solver and checker", "[liquid]") {
  for (const unsigned capacity : {2U, 3U}) {
    const TransferSet set = five_in_a_ring(capacity);
    REQUIRE(set.duration() == 2);
    TransferSet tight = set;
    tight.add({0, 0}, {0, 2});
    const NoScheduleProof proof = proof_of(tight, 2);
    CHECK(proof_fault(tight, 2, proof).empty());
    CHECK(sat_steps(tight, 3, 100000, [] { return false; }).verdict == SatSteps::Verdict::Found);
  }
}

TEST_CASE("a clique is looked at pair by pair", "[liquid]") {
  const TransferSet set = three_in_a_ring();
  NoScheduleProof proof;
  proof.kind = NoScheduleProof::Kind::Clique;
  proof.steps = 2;
  proof.clique = {0, 1, 2};
  CHECK(proof_fault(set, 2, proof).empty());
  proof.clique = {0, 1};
  CHECK(proof_fault(set, 2, proof) == "2 transfers that share links need not take more than 2 steps");
  proof.clique = {0, 1, 3};
  CHECK(proof_fault(set, 2, proof) == "transfers 1 and 3 share no link of capacity 1");
  proof.clique = {0, 1, 1};
  CHECK(proof_fault(set, 2, proof) == "transfers 1 and 1 share no link of capacity 1");
  proof.clique = {0, 1, 4};
  CHECK(proof_fault(set, 2, proof) == "there is no transfer number 4; there are 4");
  TransferSet faster;
  for (unsigned link = 0; link < 3; ++link) faster.add_link("l", 2);
  for (unsigned n = 0; n < 3; ++n) faster.add({0, 0}, {n, (n + 1) % 3});
  proof.clique = {0, 1, 2};
  CHECK(proof_fault(faster, 2, proof) == "transfers 0 and 1 share no link of capacity 1");
}

TEST_CASE("clauses follow by unit propagation, and forgotten ones are not used", "[liquid]") {
  RupCheck check;
  check.add({1, 2});
  check.add({1, -2});
  check.add({-1, 3, 4});
  check.add({-3, 4});
  CHECK_FALSE(check.derive({-1}));
  CHECK_FALSE(check.derive({2}));
  CHECK(check.derive({3, 4}));
  check.forget({2, 1});
  CHECK_FALSE(check.derive({1}));
  check.add({2, 1});
  CHECK(check.derive({1}));
  CHECK(check.derive({4}));
  CHECK_FALSE(check.derive({5}));
  CHECK_FALSE(check.derive({}));
  CHECK_FALSE(check.contradiction());
  check.add({-4, 5});
  check.add({-4, -5});
  CHECK(check.contradiction());
}

TEST_CASE("a formula as a file", "[liquid]") {
  TransferSet set;
  set.add_link("a");
  set.add_link("b", 2);
  set.add({0, 0}, {0, 1});
  set.add({0, 0}, {0, 1});
  set.add({0, 0}, {1});
  CHECK(StepFormula(set, 1, StepFormula::kNoLink).dimacs() ==
        "p cnf 7 11\n"
        "1 0\n2 0\n3 0\n"  // each transfer is in the only step
        "-1 -2 0\n"        // link a carries one
        // link b carries two: 4, 5: more than 0, 1 of the first one are in the step; 6, 7: of the first two
        "-1 4 0\n-2 -5 0\n-2 6 0\n-4 6 0\n-5 7 0\n-2 -4 7 0\n-3 -7 0\n");
}
