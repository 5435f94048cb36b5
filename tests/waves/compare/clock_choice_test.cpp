// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/clock_choice.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

namespace xb {
namespace {

TraceHeader header_of(const std::vector<std::pair<std::string, unsigned>>& signals) {
  TraceHeader header;
  for (const auto& [path, width] : signals) {
    header.signals.push_back({path, static_cast<std::uint32_t>(header.slots.size()), 0, 0});
    header.slots.push_back({ValueKind::Bits, width});
  }
  return header;
}

}  // namespace

TEST_CASE("The clock has a usual name, in the outermost scope, and one bit", "[diff]") {
  const TraceHeader header =
      header_of({{"top.clk", 2}, {"top.a.clk", 1}, {"top.clk_i", 1}, {"top.ACLK", 1}, {"top.b.tick", 1}});
  CHECK(find_clock(header, "", "a.vcd") == 2);
  CHECK(find_clock(header, "aclk", "a.vcd") == 3);
  CHECK(find_clock(header, "ACLK", "a.vcd") == 3);
  CHECK(find_clock(header, "tick", "a.vcd") == 4);
  CHECK(find_clock(header, "b/tick", "a.vcd") == 4);
  CHECK(find_clock(header, "top.a.clk", "a.vcd") == 1);
}

TEST_CASE("Where there is no clock, some signals are named that could be meant", "[diff]") {
  const TraceHeader header = header_of({{"top.tick", 1}, {"top.data", 8}});
  CHECK(message_of<InputError>([&] { find_clock(header, "", "a.vcd"); }) ==
        "a.vcd: no signal is called clk, clk_i, aclk or clock; allowed: --clock with a signal of one bit, "
        "such as top.tick");
  CHECK(message_of<InputError>([&] { find_clock(header, "data", "a.vcd"); }) ==
        "--clock: 'data' is not allowed (no such signal of one bit in a.vcd); allowed: top.tick ...");
}

TEST_CASE("Cycles are counted by a signal cycle of 16 bits or more", "[diff]") {
  CHECK_FALSE(find_cycle(header_of({{"top.cycle", 8}, {"top.cycles", 32}})));
  CHECK(find_cycle(header_of({{"top.a.cycle", 32}, {"top.cycle", 16}})) == 1);
}

}  // namespace xb
