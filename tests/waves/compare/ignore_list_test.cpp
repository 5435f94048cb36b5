// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/ignore_list.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/test_trace.h"
#include "waves/compare/compare.h"
#include "waves/compare/diff_text.h"

namespace xb {

TEST_CASE("ignore: patterns", "[diff]") {
  CHECK(matches_pattern("top.a", "top.a"));
  CHECK_FALSE(matches_pattern("top.a", "top.ab"));
  CHECK(matches_pattern("*.a", "top.in[3].a"));
  CHECK(matches_pattern("top.in[?].*", "top.in[3].valid"));
  CHECK_FALSE(matches_pattern("top.in[?].*", "top.in[13].valid"));
  CHECK(matches_pattern("*a*b*c", "xxaxxbxxbxxc"));
  CHECK_FALSE(matches_pattern("*a*b*c", "xxaxxbxxbxx"));
  CHECK(matches_pattern("**", ""));
  CHECK_FALSE(matches_pattern("", "a"));
}

TEST_CASE("ignore: what matches may differ, and is counted with its reason", "[diff]") {
  const ScratchFolder folder;
  TestTrace got = counter_trace(20);
  got.value(3, 0) = "11111111";
  got.value(4, 0) = "11111111";
  got.value(6, 1) = "x";
  DiffOptions options;
  options.want = folder.path() / "want.vcd";
  options.got = folder.path() / "got.vcd";
  options.ignore_file = folder.path() / "ignore.txt";
  write_vcd(counter_trace(20), options.want);
  write_vcd(got, options.got);
  write_text("# of the counter\n\n*.value  # counts what we do not model\n", options.ignore_file);
  DiffResult result = compare_traces(options);
  CHECK_FALSE(result.same);
  REQUIRE(result.signals.size() == 1);
  CHECK(result.first->cycle == 6);
  REQUIRE(result.ignored.size() == 1);
  CHECK(result.ignored[0].pattern == "*.value");
  CHECK(result.ignored[0].reason == "counts what we do not model");
  CHECK(result.ignored[0].signals == 1);
  CHECK(result.ignored[0].cycles == 2);
  write_text("*.value # one\n*.odd # two\n", options.ignore_file);
  result = compare_traces(options);
  CHECK(result.same);
  CHECK(result.ignored[1].cycles == 1);
  got.signals.push_back({"top.more", 1});
  for (auto& row : got.rows) row.emplace_back("0");
  got.time_exponent = -12;
  got.rows.pop_back();
  write_vcd(got, options.got);
  CHECK(compare_traces(options).shape.size() == 3);
  write_text("*.value # one\n*.odd # two\ntop.more # new\n$timescale # another tool\n$cycles # shorter\n",
             options.ignore_file);
  CHECK(compare_traces(options).same);
  write_text("* # every signal\n", options.ignore_file);
  CHECK(compare_traces(options).shape.size() == 2);  // but neither time unit nor length
}

TEST_CASE("ignore: traces without a cycle in common are not the same, whatever their lengths may be",
          "[diff]") {
  const ScratchFolder folder;
  TestTrace still = counter_trace(20);
  still.clocks_from = 20;
  DiffOptions options;
  options.want = folder.path() / "want.vcd";
  options.got = folder.path() / "got.vcd";
  options.ignore_file = folder.path() / "ignore.txt";
  write_vcd(counter_trace(20), options.want);
  write_vcd(still, options.got);
  write_text("$cycles # the run may be longer\n", options.ignore_file);
  const DiffResult result = compare_traces(options);
  CHECK_FALSE(result.same);
  CHECK(diff_text(result, {}).find("\nno cycle is in both\n") != std::string::npos);
}

TEST_CASE("ignore: a line without a reason is refused", "[diff]") {
  const ScratchFolder folder;
  const std::string path = folder.path() / "ignore.txt";
  for (const char* const text : {"# good\ntop.a # why\ntop.b\n", "#\n#\ntop.b #  \n"}) {
    write_text(text, path);
    CHECK(message_of<InputError>([&] { IgnoreList list(path); }) ==
          path + ": line 3: 'top.b' has no reason; allowed: PATTERN # why it may differ");
  }
}

}  // namespace xb
