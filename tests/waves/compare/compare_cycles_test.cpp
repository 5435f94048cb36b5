// SPDX-License-Identifier: Apache-2.0
#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/waves/compare/mixed_formats.h"
#include "waves/compare/compare.h"

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
