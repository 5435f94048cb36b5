// SPDX-License-Identifier: Apache-2.0
#include "host/link/link_rates.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a period is for all outputs, a list for those that it names", "[host]") {
  CHECK(parse_output_periods("7")->of[0] == 7);
  CHECK(parse_output_periods("7")->of[63] == 7);
  const auto some = *parse_output_periods("0:100,3:2");
  CHECK(some.of[0] == 100);
  CHECK(some.of[1] == 1);
  CHECK(some.of[3] == 2);
  CHECK(some.listed);
  CHECK_FALSE(some.full());
  CHECK(parse_output_periods("1")->full());
}

TEST_CASE("links without speed-up and slow receivers move in every cycle", "[host]") {
  const LinkRates links(5, 1, *parse_output_periods("1"));
  CHECK(links.full_rate());
  for (std::uint64_t now = 0; now < 10; ++now) {
    CHECK(links.may_send(now) == all_ports(5));
    CHECK(links.may_receive(now) == all_ports(5));
  }
}

TEST_CASE("with a speed-up of 2 links move in even cycles", "[host]") {
  const LinkRates links(3, 2, *parse_output_periods("1"));
  CHECK_FALSE(links.full_rate());
  CHECK(links.cycles_per_beat() == 2);
  for (std::uint64_t now = 0; now < 10; ++now) {
    CHECK(links.may_send(now) == (now % 2 == 0 ? 7 : 0));
    CHECK(links.may_receive(now) == (now % 2 == 0 ? 7 : 0));
  }
}

TEST_CASE("a slow receiver takes a beat in every k-th beat time", "[host]") {
  const unsigned speedup = GENERATE(1U, 2U);
  const LinkRates links(3, speedup, *parse_output_periods("1:3"));
  CHECK_FALSE(links.full_rate());
  for (std::uint64_t now = 0; now < 60; ++now) {
    const bool beat = now % speedup == 0;
    CHECK(links.may_send(now) == (beat ? 7 : 0));
    CHECK(links.may_receive(now) == (!beat ? 0 : now % (3 * speedup) == 0 ? 7 : 5));
  }
}
