// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/compare.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/waves/compare/mixed_formats.h"
#include "waves/compare/diff_text.h"

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

namespace xb {

TEST_CASE("counter.glitch.no_diff: only values at the clock's edges count, in whatever order they come",
          "[diff]") {
  const ScratchFolder folder;
  write_vcd(counter_trace(3), folder.path() / "want.vcd");
  write_text(
      "$timescale 1ns $end $scope module top $end $var wire 1 ! clk $end $scope module counter $end\n"
      "$var wire 8 \" value [7:0] $end $var wire 1 # odd $end $upscope $end $upscope $end $enddefinitions "
      "$end\n"
      "#0\nb0 \"\n0#\n0!\n#3\nb111 \"\n#4\nb0 \"\n#5\n1!\nb10101010 \"\n#10\n1#\n#11\n0!\nb11 \"\n#15\nb110 "
      "\"\n0#\n1!\n"
      "#20\n0!\n#25\n1!\n",
      folder.path() / "got.vcd");
  DiffOptions options;
  options.want = folder.path() / "want.vcd";
  options.got = folder.path() / "got.vcd";
  check_same(compare_traces(options));
}

TEST_CASE("counter.range: only the cycles asked for are compared", "[diff]") {
  TestTrace got = counter_trace(40);
  got.value(17, 0) = "11111111";
  DiffOptions options;
  options.from = 18;
  in_all_mixes(
      counter_trace(40), got,
      [](const DiffResult& result) {
        CHECK(result.cycles_compared == 22);
        check_same(result);
      },
      options);
  options.from = 0;
  options.to = 16;
  in_all_mixes(counter_trace(40), got, check_same, options);
  options.to = 17;
  const auto differ = [](const DiffResult& result) { CHECK_FALSE(result.same); };
  in_all_mixes(counter_trace(40), got, differ, options);
}

TEST_CASE("counter.range: from beyond both ends is refused", "[diff]") {
  const ScratchFolder folder;
  DiffOptions options;
  options.want = folder.path() / "want.vcd";
  options.got = folder.path() / "got.vcd";
  write_vcd(counter_trace(40), options.want);
  write_vcd(counter_trace(40), options.got);
  options.from = 39;
  CHECK(compare_traces(options).cycles_compared == 1);
  options.from = 40;
  CHECK(mentions(message_of<InputError>([&] { compare_traces(options); }),
                 {"--from: '40' is not allowed; allowed: 0..39"}));
}

TEST_CASE("counter.cycle: a signal of more than 64 bits is no number of a cycle", "[diff]") {
  TestTrace want = counter_trace(20);
  want.signals.push_back({"top.cycle", 65});
  for (auto& row : want.rows) row.emplace_back(std::string(65, '0'));
  in_all_mixes(want, want, [](const DiffResult& result) {
    check_same(result);
    CHECK(result.cycles_compared == 20);
  });
}

}  // namespace xb

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

TEST_CASE("counter.bits_missing.diff: a vector of which only some bits are there has another width",
          "[diff]") {
  TestTrace bits;
  bits.signals = {{"top.data[2]", 1}, {"top.data[1]", 1}};
  TestTrace vector;
  vector.signals = {{"top.data", 3}};
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    const std::string value = binary(cycle % 8, 3);
    bits.rows.push_back({value.substr(0, 1), value.substr(1, 1)});
    vector.rows.push_back({value});
  }
  in_all_mixes(bits, vector, one_shape(Kind::Width, "top.data"));
  in_all_mixes(vector, bits, [](const DiffResult& result) { CHECK_FALSE(result.same); });
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

TEST_CASE("counter.scope_renamed.no_diff: what is outside of a renamed scope has its own name", "[diff]") {
  TestTrace renamed = counter_trace(20);
  renamed.signals.push_back({"top.counter.carry"});
  renamed.signals.push_back({"top.reset"});
  for (auto& row : renamed.rows) row.insert(row.end(), {"0", "0"});
  TestTrace other = renamed;
  for (auto& signal : other.signals) {
    if (signal.path != "top.reset") signal.path = "top.u_counter" + signal.path.substr(11);
  }
  in_all_mixes(renamed, other, [](const DiffResult& result) {
    check_same(result);
    CHECK(result.want_scope == "top.counter");
    CHECK(result.want.not_compared == 0);
    CHECK(result.got.not_compared == 0);
  });
  other.value(3, 3) = "1";
  in_all_mixes(renamed, other, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->signal.got_path == "top.reset");
  });
  other = renamed;
  for (auto& signal : other.signals)
    signal.path = signal.path == "top.reset" ? "top.resets" : "top.u_counter" + signal.path.substr(11);
  in_all_mixes(renamed, other, one_shape(Kind::Missing, "top.reset"));
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

TEST_CASE("counter.either_scope: two scopes that are as good side by side are refused", "[diff]") {
  TestTrace one;
  one.clock = "clk";
  one.signals = {{"dut.value", 8}, {"dut.odd", 1}};
  TestTrace two;
  two.clock = "clk";
  two.signals = {{"bench.u_model.value", 8},
                 {"bench.u_model.odd", 1},
                 {"bench.u_switch.value", 8},
                 {"bench.u_switch.odd", 1}};
  for (unsigned c = 0; c < 20; ++c) {
    one.rows.push_back({binary(c), binary(c % 2, 1)});
    two.rows.push_back({binary(c), binary(c % 2, 1), binary(c + (c == 9 ? 1 : 0)), binary(c % 2, 1)});
  }
  CHECK(message_of<InputError>([&] { in_all_mixes(one, two, check_same); }) ==
        "dut of WANT may be bench.u_model or bench.u_switch of GOT; allowed: --scope dut=bench.u_model or "
        "--scope dut=bench.u_switch");
  TestTrace wired = two;  // to the same signals
  wired.signals[2].alias_of = "bench.u_model.value";
  wired.signals[3].alias_of = "bench.u_model.odd";
  for (auto& row : wired.rows) row.resize(2);
  in_all_mixes(one, wired, check_same);
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

TEST_CASE("counter.after_last_edge: what changes there is not compared, and the report says so", "[diff]") {
  const ScratchFolder folder;
  TestTrace trace = counter_trace(20);
  trace.signals.push_back({"top.go", 1, 'e'});
  for (auto& row : trace.rows) row.emplace_back("1");
  const std::string text = vcd_text(trace);  // ends with a time without changes
  const std::string got = folder.path() / "got.vcd";
  DiffOptions options;
  options.want = folder.path() / "want.vcd";
  options.got = got;
  write_text(text, options.want);
  const auto after = [&](const std::string& changes) {
    write_text(text + changes, got);
    const DiffResult result = compare_traces(options);
    check_same(result);
    return result.after_last_edge;
  };
  CHECK(after("").empty());
  CHECK(after("0!\n").empty());            // the clock's
  CHECK(after("b00111001 \"\n").empty());  // the value that it has
  CHECK(after("b00111000 \"\n") == std::vector<std::string>{"top.counter.value"});
  CHECK(after("#205\n1$\n") == std::vector<std::string>{"top.go"});
  CHECK(mentions(diff_text(compare_traces(options)),
                 {"SAME", "not compared: after the last edge of top.clk: 1 signal differs: top.go\n"}));
  write_text("top.go # may come\n", folder.path() / "ignore");
  options.ignore_file = folder.path() / "ignore";
  CHECK(after("#205\n1$\n").empty());
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
