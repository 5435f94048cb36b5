// SPDX-License-Identifier: Apache-2.0
// The table of docs/pauses.md that has headrooms in bytes beside published ones.
#include <cmath>
#include <fstream>
#include <sstream>

#include "host/link/pause_settings.h"
#include "tests/catch.h"

using namespace xb;

namespace {

struct TableRow {
  double speed = 0, metres = 0, headroom = 0, cable = 0, published = 0, margin = 0, response = 0;
};

/// Beats of 64 bytes, 5 ns/m, packets of 9216 bytes.
TableRow computed(double speed, double metres, double published) {
  PauseSettings s{1, 0, 1};
  s.cable_cycles = static_cast<std::uint32_t>(std::ceil(metres * 5 * speed / 512));
  TableRow row{speed, metres, 0, 0, published};
  row.headroom = 64.0 * headroom_beats(s, {144, 144});
  row.cable = 128.0 * s.cable_cycles;
  row.margin = published - row.headroom;
  row.response = std::round(row.margin * 8 / speed);
  return row;
}

bool same(const TableRow& a, const TableRow& b) {
  return a.headroom == b.headroom && a.cable == b.cable && a.margin == b.margin && a.response == b.response;
}

}  // namespace

TEST_CASE("headrooms in bytes beside published ones are those of the page", "[host]") {
  std::ifstream page(XBARLAB_SOURCE_DIR "/docs/pauses.md");
  unsigned rows = 0;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| Gb/s", 0) == 0) in_table = true;
    if (!in_table || line.rfind("| ", 0) != 0) continue;
    for (char& c : line) c = c == '|' ? ' ' : c;
    std::istringstream cells(line);
    TableRow row;
    if (!(cells >> row.speed >> row.metres >> row.headroom >> row.cable >> row.published >> row.margin >>
          row.response))
      continue;
    CAPTURE(line);
    CHECK(same(row, computed(row.speed, row.metres, row.published)));
    ++rows;
    row.headroom += 64;
    CHECK_FALSE(same(row, computed(row.speed, row.metres, row.published)));
  }
  CHECK(rows == 15);
}
