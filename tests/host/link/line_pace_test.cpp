// SPDX-License-Identifier: Apache-2.0
#include "host/link/line_pace.h"

#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kPort = 3;

/// Cycles in which packets of one length begin that follow each other at once.
std::vector<std::uint64_t> starts(unsigned beat_bytes, unsigned length, unsigned gap, unsigned packets,
                                  std::uint64_t cycles_per_beat = 1) {
  const LengthUnit unit = LengthUnit::bytes(beat_bytes);
  LinePace pace(unit, beat_bytes, gap);
  pace.set_cycles_per_beat(kPort, cycles_per_beat);
  std::vector<std::uint64_t> at;
  for (unsigned n = 0; n < packets; ++n) {
    const std::uint64_t now = pace.free_from(kPort);
    at.push_back(now);
    pace.passed(kPort, length, now, now + (unit.beats_of(length) - 1) * cycles_per_beat);
  }
  return at;
}

}  // namespace

TEST_CASE("frames at wire speed keep the rate of their bytes and gaps exactly", "[host]") {
  for (const unsigned beat_bytes : {8U, 16U, 32U, 64U}) {
    for (const unsigned length : {1U, 64U, 65U, 100U, 1517U, 1518U, 9000U}) {
      for (const std::uint64_t period : {1U, 2U, 10U}) {
        const auto at = starts(beat_bytes, length, 20, 1000, period);
        const LengthUnit unit = LengthUnit::bytes(beat_bytes);
        const std::uint64_t line = std::max(unit.beats_of(length) * beat_bytes, length + 20);
        for (std::uint64_t n = 0; n < at.size(); ++n) {
          CAPTURE(beat_bytes, length, period, n);
          REQUIRE(at[n] == (n * line + beat_bytes - 1) / beat_bytes * period);
        }
      }
    }
  }
}

TEST_CASE("64 bytes with preamble and gap are 84 byte times, 10 or 11 beats of 8", "[host]") {
  CHECK(starts(8, 64, 20, 5) == std::vector<std::uint64_t>{0, 11, 21, 32, 42});
  CHECK(line_bytes(LengthUnit::bytes(8), 8, 20, 64) == 84);
  CHECK(line_bytes(LengthUnit::bytes(64), 64, 20, 65) == 128);  // two beats are more than 85 bytes
}

TEST_CASE("what is left of a beat time does not outlast a pause", "[host]") {
  LinePace pace(LengthUnit::bytes(8), 8, 20);
  pace.passed(kPort, 64, 0, 7);
  CHECK(pace.free_from(kPort) == 11);
  CHECK(pace.in_gap(10) == bit(kPort));
  CHECK(pace.in_gap(11) == 0);
  pace.passed(kPort, 64, 30, 37);  // after a pause: 84 byte times from cycle 30 on
  CHECK(pace.free_from(kPort) == 41);
  pace.passed(kPort, 64, 41, 48);  // from 40.5 on
  CHECK(pace.free_from(kPort) == 51);
}

TEST_CASE("a frame that is held up holds up its link", "[host]") {
  LinePace pace(LengthUnit::bytes(8), 8, 20);
  pace.passed(kPort, 64, 0, 7 + 5);
  CHECK(pace.free_from(kPort) == 11 + 5);
}
