// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/diff_text.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/test_trace.h"
#include "waves/compare/compare.h"

namespace xb {
namespace {

DiffResult report_on(const TestTrace& want, const TestTrace& got, const DiffOptions& options = {}) {
  const ScratchFolder folder;
  DiffOptions paths = options;
  paths.want = folder.path() / "want.vcd";
  paths.got = folder.path() / "got.fst";
  write_vcd(want, paths.want);
  write_fst(got, paths.got);
  DiffResult result = compare_traces(paths);
  result.want.path = "want.vcd";
  result.got.path = "got.fst";
  return result;
}

}  // namespace

TEST_CASE("report: verdict, first difference, window, what else, view", "[diff]") {
  TestTrace got = counter_trace(20);
  got.value(7, 0) = "00011111";
  got.value(9, 1) = "x";
  CHECK(diff_text(report_on(counter_trace(20), got)) ==
        "DIFFERENT  want.vcd  got.fst  (first of 2 differing signals)\n"
        "cycle 7 (75 ns)  top.counter.value  8 bits\n"
        "  want 8'h15 (21)\n"
        "  got  8'h1f (31)\n"
        "  top.counter\n"
        "  cycle  value          odd\n"
        "      2  8'h06          0\n"
        "      3  8'h09          1\n"
        "      4  8'h0c          0\n"
        "      5  8'h0f          1\n"
        "      6  8'h12          0\n"
        "     *7  8'h15 | 8'h1f  1\n"
        "      8  8'h18          0\n"
        "      9  8'h1b          1 | x\n"
        "     10  8'h1e          0\n"
        "differs also: 1 signal, 2 cycles in all:\n"
        "  top.counter.odd  from cycle 9, 1 cycle\n"
        "20 cycles, 2 signals compared\n"
        "view: gtkwave got.fst\n");
}

TEST_CASE("report: values that leave bits open are different text where they differ", "[diff]") {
  TestTrace want = counter_trace(9), got = want;
  want.value(7, 0) = "0001z01x";
  got.value(7, 0) = "000xz01x";
  CHECK(mentions(diff_text(report_on(want, got)),
                 {"  want 8'b0001z01x\n  got  8'b000xz01x\n", "     *7  8'b0001z01x | 8'b000xz01x  1\n"}));
}

TEST_CASE("report: what the caller advises", "[diff]") {
  DiffAdvice advice;
  advice.reproduce = "make it";
  advice.view = "look at it";
  advice.accept = "take it";
  const std::string text = diff_text(report_on(counter_trace(20), counter_trace(19)), advice);
  CHECK(mentions(text,
                 {"DIFFERENT  want.vcd  got.fst\n", "length: WANT 20 cycles, 0..19; GOT 19 cycles, 0..18\n",
                  "reproduce: make it\n", "view: look at it\n", "accept: take it\n"}));
  const std::string same = diff_text(report_on(counter_trace(20), counter_trace(20)), advice);
  CHECK(same == "SAME  want.vcd  got.fst\n20 cycles, 2 signals compared\n");
}

TEST_CASE("report: few signals are listed, all with --all", "[diff]") {
  TestTrace want;
  for (unsigned i = 0; i < 20; ++i) want.signals.push_back({"top.s" + std::to_string(i), 1});
  want.rows.assign(10, std::vector<std::string>(20, "0"));
  TestTrace got = want;
  for (auto& value : got.rows[4]) value = "1";
  const DiffResult result = report_on(want, got);
  const std::string few = diff_text(result);
  CHECK(
      mentions(few, {"differs also: 19 signals, 1 cycle in all", "  ... and 14 more (--all lists them)\n"}));
  CHECK(few.find("top.s19") == std::string::npos);
  DiffAdvice advice;
  advice.all = true;
  CHECK(mentions(diff_text(result, advice), {"  top.s19  from cycle 4, 1 cycle\n"}));
}

TEST_CASE("report: long values show the part that differs", "[diff]") {
  TestTrace want;
  want.signals = {{"top.wide", 256}};
  want.rows.assign(10, {std::string(256, '1')});
  TestTrace got = want;
  got.value(5, 0)[200] = '0';
  CHECK(mentions(diff_text(report_on(want, got)), {"*5  ..ffffffffffffffff.. | ..ffff7fffffffffff..\n"}));
}

TEST_CASE("report: a latency is said once", "[diff]") {
  TestTrace want = counter_trace(60);
  TestTrace got = counter_trace(60);
  got.rows.insert(got.rows.begin(), 2, {binary(0), "0"});
  got.rows.resize(60);
  CHECK(mentions(diff_text(report_on(want, got)), {"\nGOT is WANT 2 cycles later, all signals"}));
  DiffOptions options;
  options.allow_slip = true;
  DiffAdvice advice;
  advice.allow_slip = true;
  CHECK(mentions(diff_text(report_on(want, got, options), advice),
                 {"SAME", "2 cycles later, all signals", "(allowed)"}));
}

TEST_CASE("report: JSON has the result's members", "[diff]") {
  TestTrace got = counter_trace(20);
  got.value(7, 0) = "00011111";
  const auto json = diff_json(report_on(counter_trace(20), got));
  CHECK(json["same"] == false);
  CHECK(json["first"]["cycle"] == 7);
  CHECK(json["first"]["signal"]["want_path"] == "top.counter.value");
  CHECK(json["first"]["want"]["raw"] == "8'h15");
  CHECK(json["window"]["rows"].size() == 9);
  CHECK(json["window"]["rows"][5]["cells"][0]["differs"] == true);
  CHECK(json["slip"].is_null());
  CHECK(diff_json(report_on(counter_trace(20), counter_trace(20)))["same"] == true);
}

}  // namespace xb
