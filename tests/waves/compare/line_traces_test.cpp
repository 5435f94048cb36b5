// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <tuple>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/test_trace.h"
#include "waves/compare/compare.h"
#include "waves/compare/diff_text.h"

namespace xb {
namespace {

const std::string kHead =
    "# xbarlab line trace 1\n"
    "# point --switch input --ports 2 --load 1 --seed 7\n"
    "# input, 2 ports, queues at inputs (2)\n"
    "# cycle || in 0 | in 1 || out 0 | out 1 || beats of queues 0..1 || held || drops\n";
const std::string kLines =
    "    12 || 0>1#41  | .       || 1>0#17  | .       || 3 0 || -- || 0\n"
    "    13 || #       | 1>0#18  ||         | 0>1#40  || 3 1 || h- || 0\n"
    "    14 || #       | 1>0#19  || #       | 0>1#41  || 3 1 || hb || 1\n"
    "    15 || 0>0#5   | 1>1#20  || #       | .       || 3 1 || -p || 1\n";

struct Files {
  ScratchFolder folder;
  DiffOptions options;
  DiffResult compare(const std::string& want, const std::string& got) {
    options.want = folder.path() / "want.txt";
    options.got = folder.path() / "got.txt";
    write_text(want, options.want);
    write_text(got, options.got);
    return compare_traces(options);
  }
};

/// The same cycles as the lines have, as a waveform with more signals.
TestTrace as_waveform() {
  TestTrace trace;
  trace.clock = "ports.clk";
  trace.signals = {{"ports.cycle", 32},           {"ports.in[0].beat", 0, 's'},  {"ports.in[0].valid", 1},
                   {"ports.in[0].cause", 2},      {"ports.in[1].beat", 0, 's'},  {"ports.in[1].cause", 2},
                   {"ports.out[0].beat", 0, 's'}, {"ports.out[1].beat", 0, 's'}, {"ports.queue[0].beats", 6},
                   {"ports.queue[1].beats", 6},   {"ports.total.drops", 16}};
  const auto row = [&](unsigned cycle, const char* in0, unsigned cause0, const char* in1, unsigned cause1,
                       const char* out0, const char* out1, unsigned beats0, unsigned beats1, unsigned drops) {
    trace.rows.push_back({binary(cycle, 32), in0, "1", binary(cause0, 2), in1, binary(cause1, 2), out0, out1,
                          binary(beats0, 6), binary(beats1, 6), binary(drops, 16)});
  };
  row(12, "0>1#41", 0, ".", 0, "1>0#17", ".", 3, 0, 0);
  row(13, "#", 2, "1>0#18", 0, " ", "0>1#40", 3, 1, 0);
  row(14, "#", 2, "1>0#19", 1, "#", "0>1#41", 3, 1, 1);
  row(15, "0>0#5", 0, "1>1#20", 3, "#", ".", 3, 1, 1);
  return trace;
}

}  // namespace

TEST_CASE("lines.no_diff: comments and padding do not count", "[diff]") {
  Files files;
  CHECK(files.compare(kHead + kLines, kHead + kLines).same);
  const DiffResult other =
      files.compare(kHead + kLines, "# xbarlab line trace 1\n" + replaced(kLines, "#41  |", "#41|"));
  CHECK(other.same);
  CHECK(other.cycles_compared == 4);
  CHECK(other.signals_compared == 9);
  CHECK(other.aligned_by_number);
}

TEST_CASE("lines.*.diff: every column is compared", "[diff]") {
  struct Case {
    const char *what, *with, *path;
    std::uint64_t cycle;
  };
  for (const Case& one :
       {Case{"1>0#18", "1>0#19", "ports.in[1].beat", 13}, Case{"0>1#41 ", "1>1#41 ", "ports.in[0].beat", 12},
        Case{"||         |", "|| .       |", "ports.out[0].beat", 13},
        Case{"3 1 || h-", "4 1 || h-", "ports.queue[0].beats", 13},
        Case{"|| hb ||", "|| hh ||", "ports.in[1].cause", 14},
        Case{"|| 1\n", "|| 2\n", "ports.total.drops", 14}}) {
    CAPTURE(one.what);
    Files files;
    const DiffResult result = files.compare(kHead + kLines, kHead + replaced(kLines, one.what, one.with));
    CHECK_FALSE(result.same);
    REQUIRE(result.first);
    CHECK(result.first->cycle == one.cycle);
    CHECK(result.first->signal.want_path == one.path);
    CHECK(result.signals.size() == 1);
  }
}

TEST_CASE("lines.window: a port's input, output, queue and cause are shown", "[diff]") {
  Files files;
  const DiffResult result =
      files.compare(kHead + kLines, kHead + replaced(kLines, "0>1#41  || 3", "0>1#42  || 3"));
  CHECK(result.window.signals == std::vector<std::string>{"ports.out[1].beat", "ports.in[0].beat",
                                                          "ports.in[1].beat", "ports.queue[1].beats",
                                                          "ports.in[1].cause"});
  CHECK(result.window.rows.size() == 4);
  CHECK(result.want.seed == "7");
  CHECK(reproduce_command(result) ==
        "./lab run --switch input --ports 2 --load 1 --seed 7 --line-trace " + files.options.got);
}

TEST_CASE("lines.cycles: they are aligned by number, and what only one has is a difference", "[diff]") {
  Files files;
  const std::string later = kLines.substr(kLines.find('\n') + 1);
  const DiffResult result = files.compare(kHead + kLines, kHead + later);
  CHECK_FALSE(result.same);
  CHECK(result.signals.empty());
  REQUIRE(result.shape.size() == 1);
  CHECK(result.shape[0].kind == ShapeDifference::Kind::Length);
  files.options.from = 13;
  CHECK(files.compare(kHead + kLines, kHead + later).same);
}

TEST_CASE("lines.ports.diff: another number of ports", "[diff]") {
  Files files;
  const DiffResult result =
      files.compare(kHead + kLines, "# xbarlab line trace 1\n 12 || 0>1#41 || 1>0#17 || 3 || - || 0\n");
  CHECK_FALSE(result.same);
  CHECK(result.shape.size() == 5);  // four cells and the length
}

TEST_CASE("lines.waveform: only what a line trace has is compared with VCD and FST", "[diff]") {
  const ScratchFolder folder;
  const std::string lines = folder.path() / "lines.txt";
  write_text(kHead + kLines, lines);
  const auto compare = [&](const TestTrace& trace, const std::function<void(const DiffResult&)>& check) {
    write_vcd(trace, folder.path() / "wave.vcd");
    write_fst(trace, folder.path() / "wave.fst");
    for (const char* const name : {"wave.vcd", "wave.fst"}) {
      CAPTURE(name);
      DiffOptions options;
      options.want = lines;
      options.got = folder.path() / name;
      check(compare_traces(options));
      std::swap(options.want, options.got);
      check(compare_traces(options));
    }
  };
  compare(as_waveform(), [](const DiffResult& result) {
    CHECK(result.same);
    CHECK(result.cycles_compared == 4);
    CHECK(result.signals_compared == 9);
    CHECK(result.want.not_compared + result.got.not_compared == 2);  // the clock and a valid
  });
  TestTrace moved = as_waveform();
  moved.clock = "rtl.ports.clk";
  for (auto& signal : moved.signals) signal.path = "rtl." + signal.path;
  compare(moved, [](const DiffResult& result) { CHECK(result.same); });
  TestTrace wrong = as_waveform();
  wrong.value(2, 9) = binary(2, 6);
  compare(wrong, [](const DiffResult& result) {
    CHECK_FALSE(result.same);
    REQUIRE(result.first);
    CHECK(result.first->cycle == 14);
    CHECK(result.first->signal.want_path == "ports.queue[1].beats");
  });
  TestTrace blank = as_waveform();
  blank.value(1, 6) = ".";
  compare(blank, [](const DiffResult& result) {
    REQUIRE(result.first);
    CHECK(result.first->signal.want_path == "ports.out[0].beat");
  });
  TestTrace unknown = as_waveform();  // as a number that is not known
  std::string lines_unknown = kLines;
  for (std::size_t cycle = 0; cycle < 4; ++cycle) {
    unknown.value(cycle, 10) = std::string(16, 'x');
    lines_unknown = replaced(lines_unknown, cycle < 2 ? "|| 0\n" : "|| 1\n", "|| ?\n");
  }
  write_text(kHead + lines_unknown, lines);
  compare(unknown, [](const DiffResult& result) { CHECK(result.same); });
  write_text(kHead + kLines, lines);
  TestTrace fewer = as_waveform();
  fewer.signals[10].path = "ports.total.dropped";
  write_fst(fewer, folder.path() / "fewer.fst");
  DiffOptions options;
  options.want = lines;
  options.got = folder.path() / "fewer.fst";
  CHECK_FALSE(compare_traces(options).same);
}

TEST_CASE("cycles: a signal cycle that does not rise is refused, --by-count counts", "[diff]") {
  const ScratchFolder folder;
  TestTrace trace = as_waveform();
  trace.value(2, 0) = trace.value(1, 0);
  DiffOptions options;
  options.want = options.got = folder.path() / "wave.vcd";
  write_vcd(trace, options.want);
  CHECK(mentions(
      message_of<InputError>([&] { compare_traces(options); }),
      {"wave.vcd: signal ports.cycle goes from 13 to 13 at time 25; allowed: rising", "--by-count"}));
  options.by_count = true;
  CHECK(compare_traces(options).same);
}

TEST_CASE("cycles: before the reset, where cycle is x, nothing is compared", "[diff]") {
  const ScratchFolder folder;
  TestTrace trace = as_waveform();
  trace.rows.insert(trace.rows.begin(), {std::string(32, 'x'), "?", "1", "00", ".", "00", ".", ".",
                                         binary(9, 6), binary(0, 6), binary(0, 16)});
  write_fst(trace, folder.path() / "wave.fst");
  write_text(kHead + kLines, folder.path() / "lines.txt");
  DiffOptions options;
  options.want = folder.path() / "lines.txt";
  options.got = folder.path() / "wave.fst";
  CHECK(compare_traces(options).same);
}

}  // namespace xb

namespace xb {
namespace {

/// A trace with all kinds of values, 70 bits, x and z among them.
TestTrace all_kinds() {
  TestTrace trace = counter_trace(6);
  trace.signals.push_back({"top.wide", 70});
  trace.signals.push_back({"top.text", 0, 's'});
  trace.signals.push_back({"top.real", 64, 'r'});
  trace.signals.push_back({"top.alias", 8, 'b', "top.counter.value"});
  for (std::size_t c = 0; c < trace.rows.size(); ++c) {
    trace.rows[c].push_back(std::string(c, '1') + "xz" + std::string(68 - c, '0'));
    trace.rows[c].push_back("packet" + std::to_string(c / 2));
    trace.rows[c].push_back(std::to_string(c) + ".25");
  }
  return trace;
}

struct Folder {
  ScratchFolder folder;
  [[nodiscard]] std::string at(const std::string& name) const { return folder.path() / name; }
  /// Whether GOT has, below `scope`, what WANT has below `top`.
  [[nodiscard]] bool has(const std::string& want, const std::string& got, const std::string& scope) const {
    DiffOptions options;
    options.want = at(want);
    options.got = at(got);
    options.scopes = {{"top", scope}};
    return compare_traces(options).same;
  }
};

TEST_CASE("a trace as FST has all values at the clock's edges") {
  Folder files;
  write_fst(all_kinds(), files.at("want.fst"));
  write_trace_fst(files.at("want.fst"), "", files.at("got.fst"));
  CHECK(files.has("want.fst", "got.fst", "top"));

  TestTrace other = all_kinds();
  other.value(3, 2)[69] = '1';
  write_fst(other, files.at("other.fst"));
  CHECK_FALSE(files.has("other.fst", "got.fst", "top"));
}

TEST_CASE("two traces as one FST: both, and where they differ") {
  Folder files;
  TestTrace got = all_kinds();
  got.value(2, 0) = binary(200);
  got.value(4, 0) = binary(201);
  got.value(4, 1) = got.value(4, 1) == "1" ? "0" : "1";
  write_fst(all_kinds(), files.at("want.fst"));
  write_vcd(got, files.at("got.vcd"));
  DiffOptions options;
  options.want = files.at("want.fst");
  options.got = files.at("got.vcd");
  const DiffResult result = compare_traces(options);
  REQUIRE(result.signals.size() == 2);
  const std::string save = write_diff_fst(options, result, files.at("both.fst"), "name.fst");
  CHECK(files.has("want.fst", "both.fst", "want.top"));
  CHECK(files.has("got.vcd", "both.fst", "got.top"));
  CHECK_FALSE(files.has("want.fst", "both.fst", "got.top"));

  TestTrace differs;
  differs.clock = "bench.clk";
  differs.signals = {{"top.signals", 32}, {"top.top.counter.value"}, {"top.top.counter.odd"}};
  for (const auto& [count, value, odd] :
       {std::tuple{0, "0", "0"}, {0, "0", "0"}, {1, "1", "0"}, {0, "0", "0"}, {2, "1", "1"}, {0, "0", "0"}})
    differs.rows.push_back({binary(count, 32), value, odd});
  write_vcd(differs, files.at("differs.vcd"));
  CHECK(files.has("differs.vcd", "both.fst", "differs"));

  for (const char* text :
       {"[dumpfile] \"name.fst\"\n[savefile] \"name.gtkw\"\n", "top.counter.value differs",
        "+{want value} want.top.counter.value[7:0]\n", "+{got value} got.top.counter.value[7:0]\n",
        "+{differs} differs.top.counter.odd\n"}) {
    INFO(save);
    CHECK(save.find(text) != std::string::npos);
  }
}

}  // namespace
}  // namespace xb
