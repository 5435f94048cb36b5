// SPDX-License-Identifier: Apache-2.0
#include "systemc/voq_matcher.h"

#include <cmath>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr PortMask kAll = 0b1111;

/// A matcher of four ports with the given requests: of each input, its outputs.
VoqMatcher matcher_with(const std::array<PortMask, 4>& outputs_of) {
  VoqMatcher matcher(4);
  matcher.reset();
  matcher.load(1);
  for (unsigned i = 0; i < 4; ++i) for_each_port(outputs_of[i], [&](unsigned j) { matcher.request(i, j); });
  return matcher;
}

}  // namespace

TEST_CASE("iSLIP: pointers move past the partner when a grant is accepted, in the first round only",
          "[systemc]") {
  // Inputs 0 and 1 ask for outputs 0 and 1. Both outputs grant input 0, which accepts output 0.
  auto matcher = matcher_with({0b0011, 0b0011, 0, 0});
  CHECK(matcher.match(Scheduler::Islip, 1, kAll, kAll) == 0b0001);
  CHECK(matcher.dest(0) == 0);
  // Output 0 has moved on to input 1; output 1, whose grant was not accepted, has not. Input 0 looks at
  // output 1 first.
  CHECK(matcher.match(Scheduler::Islip, 1, kAll, kAll) == 0b0011);
  CHECK(matcher.dest(0) == 1);
  CHECK(matcher.dest(1) == 0);
  // Desynchronised: from here on every cycle matches both, in turn.
  CHECK(matcher.match(Scheduler::Islip, 1, kAll, kAll) == 0b0011);
  CHECK(matcher.dest(0) == 0);
  CHECK(matcher.dest(1) == 1);
}

TEST_CASE("iSLIP: a match of the second round leaves the pointers alone", "[systemc]") {
  auto matcher = matcher_with({0b0011, 0b0011, 0, 0});
  CHECK(matcher.match(Scheduler::Islip, 2, kAll, kAll) == 0b0011);
  CHECK(matcher.dest(0) == 0);
  CHECK(matcher.dest(1) == 1);  // in the second round
  // Output 0 has moved to input 1. Output 1 has not moved, nor has input 1, though they were matched: output
  // 1 grants input 0 again, and input 1 accepts output 0.
  CHECK(matcher.match(Scheduler::Islip, 1, kAll, kAll) == 0b0011);
  CHECK(matcher.dest(0) == 1);
  CHECK(matcher.dest(1) == 0);
}

TEST_CASE("RRM: the grant pointer moves whether or not the grant is accepted", "[systemc]") {
  // Both outputs grant input 0 and move on together, for ever: one match a cycle.
  auto matcher = matcher_with({0b0011, 0b0011, 0, 0});
  CHECK(matcher.match(Scheduler::Rrm, 1, kAll, kAll) == 0b0001);
  CHECK(matcher.dest(0) == 0);
  CHECK(matcher.match(Scheduler::Rrm, 1, kAll, kAll) == 0b0010);
  CHECK(matcher.dest(1) == 0);
  CHECK(matcher.match(Scheduler::Rrm, 1, kAll, kAll) == 0b0001);
  CHECK(matcher.dest(0) == 1);
  CHECK(matcher.match(Scheduler::Rrm, 1, kAll, kAll) == 0b0010);
  CHECK(matcher.dest(1) == 1);
}

TEST_CASE("a matching is one, and maximal after as many rounds as there are ports", "[systemc]") {
  Lfsr random(9);
  random.load(3);
  for (const auto scheduler : {Scheduler::Islip, Scheduler::Pim, Scheduler::Rrm}) {
    VoqMatcher matcher(4);
    matcher.reset();
    matcher.load(7);
    std::array<PortMask, 4> asked{};
    for (unsigned n = 0; n < 2000; ++n) {
      const std::uint32_t bits = random.value();
      random.advance();
      const unsigned i = bits & 3U;
      const unsigned j = bits >> 2U & 3U;
      const bool has = (bits >> 4U & 1U) != 0;
      if (has)
        matcher.request(i, j);
      else
        matcher.keep(i, j, false);
      asked[i] = has ? asked[i] | bit(j) : asked[i] & ~bit(j);
      const PortMask in_free = bits >> 8U & kAll;
      const PortMask out_free = bits >> 12U & kAll;
      const PortMask matched = matcher.match(scheduler, 4, in_free, out_free);
      PortMask outputs = 0;
      for_each_port(matched, [&](unsigned input) {
        const unsigned output = matcher.dest(input);
        CHECK((asked[input] & bit(output)) != 0);
        CHECK((outputs & bit(output)) == 0);
        outputs |= bit(output);
      });
      CHECK((matched & ~in_free) == 0);
      CHECK((outputs & ~out_free) == 0);
      for_each_port(in_free & ~matched,
                    [&](unsigned input) { CHECK((asked[input] & out_free & ~outputs) == 0); });
    }
  }
}

TEST_CASE("PIM matches every pair equally often, and one round of a full matrix 1-(1-1/N)^N of the outputs",
          "[systemc]") {
  auto matcher = matcher_with({kAll, kAll, kAll, kAll});
  constexpr unsigned kCycles = 40000;
  std::array<std::array<unsigned, 4>, 4> pairs{};
  unsigned total = 0;
  for (unsigned n = 0; n < kCycles; ++n) {
    for_each_port(matcher.match(Scheduler::Pim, 1, kAll, kAll), [&](unsigned i) {
      ++pairs[i][matcher.dest(i)];
      ++total;
    });
  }
  CHECK(total / (4.0 * kCycles) == Approx(1 - std::pow(0.75, 4)).margin(0.005));
  for (const auto& row : pairs) {
    for (const unsigned count : row) CHECK(count == Approx(total / 16.0).epsilon(0.05));
  }
}
