// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.h"
#include "tests/waves/compare/mixed_formats.h"
#include "waves/compare/compare.h"

namespace xb {

namespace {

using Kind = ShapeDifference::Kind;

}  // namespace

TEST_CASE("counter.alias.no_diff: two names of one signal are one value", "[diff]") {
  TestTrace two_names = counter_trace(20);
  two_names.signals.push_back({"top.again", 8, 'b', "top.counter.value"});
  TestTrace two_signals = counter_trace(20);
  two_signals.signals.push_back({"top.again", 8});
  for (auto& row : two_signals.rows) row.push_back(row[0]);
  in_all_mixes(two_names, two_names, check_same);
  in_all_mixes(two_names, two_signals, check_same);
  in_all_mixes(two_signals, two_names, check_same);
  two_signals.value(5, 2) = "11111111";
  in_all_mixes(two_names, two_signals, [](const DiffResult& result) {
    REQUIRE(result.signals.size() == 1);
    CHECK(result.signals[0].want_path == "top.again");
  });
}

TEST_CASE("counter.bits: a vector equals its bits, and differs where a bit does", "[diff]") {
  TestTrace bits = counter_trace(20);
  bits.signals.erase(bits.signals.begin());
  for (int bit = 7; bit >= 0; --bit)
    bits.signals.push_back({"top.counter.value[" + std::to_string(bit) + "]", 1});
  for (auto& row : bits.rows) {
    const std::string value = row[0];
    row.erase(row.begin());
    for (const char digit : value) row.emplace_back(1, digit);
  }
  in_all_mixes(counter_trace(20), bits, check_same);
  in_all_mixes(bits, counter_trace(20), check_same);
  bits.value(6, 1) = "1";
  in_all_mixes(counter_trace(20), bits, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->cycle == 6);
    CHECK(result.first->signal.got_path == "top.counter.value[7]");
  });
  in_all_mixes(bits, counter_trace(20), [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->signal.want_path == "top.counter.value[7]");
  });
}

TEST_CASE("counter.scope_moved.no_diff: scopes correspond by the names below them", "[diff]") {
  TestTrace moved = counter_trace(20);
  moved.clock = "bench.dut.clk";
  for (auto& signal : moved.signals) signal.path = "bench.dut" + signal.path.substr(3);
  in_all_mixes(counter_trace(20), moved, [](const DiffResult& result) {
    check_same(result);
    CHECK(result.want_scope == "top");
    CHECK(result.got_scope == "bench.dut");
  });
  moved.value(3, 0) = "11111111";
  in_all_mixes(counter_trace(20), moved, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->signal.got_path == "bench.dut.counter.value");
  });
}

TEST_CASE("counter.two_scopes: --scope says which one is meant", "[diff]") {
  TestTrace two;
  two.signals = {{"rtl.value", 8}, {"systemc.value", 8}};
  for (unsigned c = 0; c < 20; ++c) two.rows.push_back({binary(c), binary(c + (c == 9 ? 1 : 0))});
  TestTrace one;
  one.signals = {{"value", 8}};
  for (unsigned c = 0; c < 20; ++c) one.rows.push_back({binary(c)});
  DiffOptions options;
  options.scopes = {{"", "rtl"}};
  const auto no_values_differ = [](const DiffResult& result) { CHECK(result.signals.empty()); };
  in_all_mixes(one, two, no_values_differ, options);
  options.scopes = {{"rtl", "systemc"}};
  in_all_mixes(
      two, two,
      [](const DiffResult& result) {
        CHECK_FALSE(result.same);
        REQUIRE(result.first);
        CHECK(result.first->cycle == 9);
        CHECK(result.want.not_compared == 2);  // the clock, and the other one
      },
      options);
}

TEST_CASE("counter.nothing_in_common.diff", "[diff]") {
  TestTrace other = counter_trace(20);
  for (auto& signal : other.signals) signal.path += "_else";
  in_all_mixes(counter_trace(20), other, [](const DiffResult& result) {
    CHECK_FALSE(result.same);
    CHECK(result.signals_compared == 0);
  });
}

TEST_CASE("counter.values: reals and texts, from VCD and FST", "[diff]") {
  TestTrace trace;
  trace.signals = {{"top.share", 64, 'r'}, {"top.beat", 0, 's'}};
  for (unsigned c = 0; c < 20; ++c)
    trace.rows.push_back({std::to_string(c / 7.0), std::to_string(c) + ">1#4 2"});
  in_all_mixes(trace, trace, check_same);
  TestTrace got = trace;
  got.value(4, 0) = "0.5714285";
  got.value(6, 1) = "6>1#43";
  in_all_mixes(trace, got, [](const DiffResult& result) {
    REQUIRE(result.signals.size() == 2);
    CHECK(result.signals[0].want_path == "top.share");
    CHECK(result.signals[0].first_cycle == 4);
    CHECK(result.signals[1].want_path == "top.beat");
    CHECK(result.signals[1].first_cycle == 6);
  });
}

TEST_CASE("counter.same_path: signals of one path are compared one by one", "[diff]") {
  TestTrace want = counter_trace(20);
  want.signals.push_back({"top.counter.value", 8});
  for (auto& row : want.rows) row.emplace_back("00001111");
  in_all_mixes(want, want, [](const DiffResult& result) {
    check_same(result);
    CHECK(result.signals_compared == 3);
  });
  for (const std::size_t column : {std::size_t{0}, std::size_t{2}}) {
    TestTrace got = want;
    got.value(7, column) = "11110000";
    in_all_mixes(want, got, [&](const DiffResult& result) {
      CHECK_FALSE(result.same);
      REQUIRE(result.first);
      CHECK(result.first->cycle == 7);
    });
  }
  in_all_mixes(want, counter_trace(20), one_shape(Kind::Missing, "top.counter.value"));
  in_all_mixes(counter_trace(20), want, one_shape(Kind::Extra, "top.counter.value"));
}

TEST_CASE("counter.event: an event that fires once less, or once more, is a difference", "[diff]") {
  TestTrace fires = counter_trace(20);
  fires.signals.push_back({"top.go", 1, 'e'});
  for (auto& row : fires.rows) row.emplace_back("1");
  in_all_mixes(fires, fires, check_same);
  TestTrace once_less = fires;
  once_less.value(12, 2) = "0";
  const auto expect = [](const char* want, const char* got) {
    return [=](const DiffResult& result) {
      CHECK_FALSE(result.same);
      REQUIRE(result.first);
      CHECK(result.first->cycle == 12);
      CHECK(result.first->signal.want_path == "top.go");
      CHECK(result.first->want.raw == want);
      CHECK(result.first->got.raw == got);
      CHECK(result.cycles_differing == 1);
    };
  };
  in_all_mixes(fires, once_less, expect("1", "0"));
  in_all_mixes(once_less, fires, expect("0", "1"));
  TestTrace wire = fires;
  wire.signals.back().kind = 'b';
  in_all_mixes(fires, wire, one_shape(Kind::Kind, "top.go"));
}

TEST_CASE("counter.event.slip: events that come some cycles later are found as such", "[diff]") {
  TestTrace early = counter_trace(60);
  TestTrace late = counter_trace(60);
  for (TestTrace* trace : {&early, &late}) trace->signals = {{"top.go", 1, 'e'}};
  for (std::size_t c = 0; c < 60; ++c) {
    early.rows[c] = {c % 7 == 1 || c % 5 == 2 ? "1" : "0"};
    late.rows[c] = {c >= 3 && ((c - 3) % 7 == 1 || (c - 3) % 5 == 2) ? "1" : "0"};
  }
  in_all_mixes(early, late, [](const DiffResult& result) {
    CHECK_FALSE(result.same);
    CHECK(result.slip == std::optional<int>(3));
  });
}

}  // namespace xb
