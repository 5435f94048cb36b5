// SPDX-License-Identifier: Apache-2.0

#include "host/base/errors.h"
#include "host/base/random.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/test_trace.h"
#include "waves/compare/compare.h"

namespace xb {
namespace {

/// Random values with quiet cycles between; `late` cycles of the first value before.
TestTrace random_trace(std::size_t cycles, std::size_t late = 0) {
  RandomStream random(7, StreamPurpose::Test, 0);
  TestTrace trace;
  trace.signals = {{"top.data", 8}, {"top.valid", 1}};
  for (std::size_t c = 0; c < late; ++c) trace.rows.push_back({binary(0), "0"});
  std::vector<std::string> row{binary(0), "0"};
  for (std::size_t c = 0; c + late < cycles; ++c) {
    if (c > 3 && random.below(3) != 0) row = {binary(random.below(256)), binary(random.below(2), 1)};
    trace.rows.push_back(row);
  }
  return trace;
}

DiffResult compare_slipped(const TestTrace& want, const TestTrace& got, unsigned slip = 16,
                           bool allow = false) {
  const ScratchFolder folder;
  DiffOptions options;
  options.want = folder.path() / "want.vcd";
  options.got = folder.path() / "got.fst";
  options.slip = slip;
  options.allow_slip = allow;
  write_vcd(want, options.want);
  write_fst(got, options.got);
  return compare_traces(options);
}

}  // namespace

TEST_CASE("slip: GOT some cycles later or earlier is recognised, and is a difference", "[diff]") {
  for (const int slip : {1, 2, 15, 16}) {
    CAPTURE(slip);
    const TestTrace usual = random_trace(200);
    const TestTrace late = random_trace(200, static_cast<std::size_t>(slip));
    const DiffResult later = compare_slipped(usual, late);
    CHECK_FALSE(later.same);
    CHECK(later.slip == slip);
    CHECK(compare_slipped(usual, late, 16, true).same);
    const DiffResult earlier = compare_slipped(late, usual);
    CHECK_FALSE(earlier.same);
    CHECK(earlier.slip == -slip);
    CHECK(compare_slipped(late, usual, 16, true).same);
  }
}

TEST_CASE("slip: more cycles than --slip are not looked for", "[diff]") {
  CHECK_FALSE(compare_slipped(random_trace(200), random_trace(200, 17)).slip);
  CHECK_FALSE(compare_slipped(random_trace(200), random_trace(200, 3), 2).slip);
  CHECK_FALSE(compare_slipped(random_trace(200), random_trace(200, 1), 0).slip);
  CHECK(compare_slipped(random_trace(400), random_trace(400, 40), 40).slip == 40);
}

TEST_CASE("slip: one wrong value under the slip, or a slip that begins later, is none", "[diff]") {
  TestTrace wrong = random_trace(200, 2);
  wrong.value(150, 0) = wrong.value(150, 0) == binary(1) ? binary(2) : binary(1);
  CHECK_FALSE(compare_slipped(random_trace(200), wrong).slip);
  CHECK_FALSE(compare_slipped(random_trace(200), wrong, 16, true).same);
  TestTrace bubble = random_trace(200);
  bubble.rows.insert(bubble.rows.begin() + 100, bubble.rows[99]);
  bubble.rows.pop_back();
  CHECK_FALSE(compare_slipped(random_trace(200), bubble, 16, true).same);
}

TEST_CASE("slip: a trace that is shorter by more than the slip differs all the same", "[diff]") {
  TestTrace shorter = random_trace(200, 2);
  shorter.rows.resize(198);
  CHECK(compare_slipped(random_trace(200), shorter, 16, true).same);
  shorter.rows.resize(197);
  CHECK_FALSE(compare_slipped(random_trace(200), shorter, 16, true).same);
}

TEST_CASE("slip: too few cycles prove none", "[diff]") {
  CHECK_FALSE(compare_slipped(random_trace(9), random_trace(9, 2)).slip);
}

TEST_CASE("slip: what differs at an end only, beside what repeats, is none", "[diff]") {
  TestTrace want;
  want.signals = {{"top.toggles", 1}, {"top.pulse", 1}};
  for (unsigned cycle = 0; cycle < 60; ++cycle) want.rows.push_back({binary(cycle % 2, 1), "0"});
  for (const std::size_t end : {0, 59}) {
    CAPTURE(end);
    TestTrace more = want;
    more.value(end, 1) = "1";
    for (const auto& [first, second] : {std::make_pair(want, more), std::make_pair(more, want)}) {
      CHECK_FALSE(compare_slipped(first, second).slip);
      CHECK_FALSE(compare_slipped(first, second, 16, true).same);
    }
  }
}

TEST_CASE("slip: what is not allowed", "[diff]") {
  CHECK(message_of<InputError>([] { compare_slipped(random_trace(9), random_trace(9), 1025); }) ==
        "--slip: '1025' is not allowed; allowed: 0..1024");
}

}  // namespace xb
