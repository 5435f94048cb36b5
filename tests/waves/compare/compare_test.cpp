// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/compare.h"

#include "tests/catch.h"
#include "tests/waves/compare/mixed_formats.h"

namespace xb {

namespace {

using Kind = ShapeDifference::Kind;

}  // namespace

TEST_CASE("counter.no_diff: equal traces are the same in all mixes of formats", "[diff]") {
  in_all_mixes(counter_trace(40), counter_trace(40), [](const DiffResult& result) {
    check_same(result);
    CHECK(result.cycles_compared == 40);
    CHECK(result.signals_compared == 2);
  });
}

TEST_CASE("counter.value.diff: the first cycle, its time, the path and both values", "[diff]") {
  TestTrace got = counter_trace(40);
  got.value(17, 0) = "11111111";
  got.value(20, 0) = "11111111";
  in_all_mixes(counter_trace(40), got, [](const DiffResult& result) {
    CHECK_FALSE(result.same);
    REQUIRE(result.first);
    CHECK(result.first->cycle == 17);
    CHECK(result.first->want_time == 175);
    CHECK(result.first->got_time == 175);
    CHECK(result.first->signal.want_path == "top.counter.value");
    CHECK(result.first->signal.width == 8);
    CHECK(result.first->want.raw == "8'h33");
    CHECK(result.first->want.decoded == "51");
    CHECK(result.first->got.raw == "8'hff");
    REQUIRE(result.signals.size() == 1);
    CHECK(result.signals[0].cycles == 2);
    CHECK(result.cycles_differing == 2);
    CHECK_FALSE(result.slip);
  });
}

TEST_CASE("counter.window: five cycles before the difference and three after, all signals of the scope",
          "[diff]") {
  TestTrace got = counter_trace(40);
  got.value(17, 0) = "11111111";
  in_all_mixes(counter_trace(40), got, [](const DiffResult& result) {
    const DiffWindow& window = result.window;
    CHECK(window.signals == std::vector<std::string>{"top.counter.value", "top.counter.odd"});
    REQUIRE(window.rows.size() == 9);
    for (std::size_t i = 0; i < window.rows.size(); ++i) {
      CHECK(window.rows[i].cycle == 12 + i);
      CHECK(window.rows[i].cells[0].differs == (window.rows[i].cycle == 17));
      CHECK(window.rows[i].cells[0].want == "8'h" + std::string{"0123456789abcdef"[3 * (12 + i) / 16]} +
                                                std::string{"0123456789abcdef"[3 * (12 + i) % 16]});
    }
  });
}

TEST_CASE("counter.first_cycle.diff: a difference in cycle 0 has no cycles before it", "[diff]") {
  TestTrace got = counter_trace(10);
  got.value(0, 0) = "00000001";
  in_all_mixes(counter_trace(10), got, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->cycle == 0);
    CHECK(result.window.rows.size() == 4);
  });
}

TEST_CASE("counter.last_cycle.diff: a difference in the last cycle is seen", "[diff]") {
  TestTrace got = counter_trace(10);
  got.value(9, 0) = "00000001";
  in_all_mixes(counter_trace(10), got, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->cycle == 9);
    CHECK(result.signals[0].cycles == 1);
  });
}

TEST_CASE("counter.x: x in WANT may be anything, x in GOT is a difference", "[diff]") {
  TestTrace unknown = counter_trace(20);
  unknown.value(5, 0) = "0000xxxx";
  in_all_mixes(unknown, counter_trace(20), check_same);
  in_all_mixes(counter_trace(20), unknown, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->cycle == 5);
    CHECK(result.first->got.raw == "8'h0x");
  });
  TestTrace other = counter_trace(20);
  other.value(5, 0) = "10001111";
  in_all_mixes(unknown, other, [](const DiffResult& result) {  // the known half differs
    REQUIRE(result.first);
    CHECK(result.first->cycle == 5);
  });
}

TEST_CASE("counter.z.diff: z is a value", "[diff]") {
  TestTrace floating = counter_trace(20);
  floating.value(5, 1) = "z";
  in_all_mixes(floating, floating, check_same);
  in_all_mixes(floating, counter_trace(20), [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->want.raw == "z");
  });
}

TEST_CASE("counter.missing.diff and counter.extra.diff", "[diff]") {
  TestTrace fewer = counter_trace(20);
  fewer.signals.pop_back();
  for (auto& row : fewer.rows) row.pop_back();
  in_all_mixes(counter_trace(20), fewer, one_shape(Kind::Missing, "top.counter.odd"));
  in_all_mixes(fewer, counter_trace(20), one_shape(Kind::Extra, "top.counter.odd"));
}

TEST_CASE("counter.width.diff and counter.kind.diff", "[diff]") {
  TestTrace wide = counter_trace(20);
  wide.signals[0].width = 9;
  for (auto& row : wide.rows) row[0] = "0" + row[0];
  in_all_mixes(counter_trace(20), wide, one_shape(Kind::Width, "top.counter.value"));
  TestTrace text = counter_trace(20);
  text.signals[0].kind = 's';
  in_all_mixes(counter_trace(20), text, one_shape(Kind::Kind, "top.counter.value"));
}

TEST_CASE("counter.time_unit.diff", "[diff]") {
  TestTrace other = counter_trace(20);
  other.time_exponent = -12;
  in_all_mixes(counter_trace(20), other, one_shape(Kind::TimeUnit, "$timescale"));
  in_all_mixes(other, other, check_same);
}

TEST_CASE("counter.shorter.diff and counter.longer.diff", "[diff]") {
  in_all_mixes(counter_trace(20), counter_trace(19), one_shape(Kind::Length, "$cycles"));
  in_all_mixes(counter_trace(19), counter_trace(20), one_shape(Kind::Length, "$cycles"));
}

}  // namespace xb
