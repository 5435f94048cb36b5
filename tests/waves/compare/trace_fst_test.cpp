// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <tuple>

#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/test_trace.h"
#include "waves/compare/compare.h"

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
