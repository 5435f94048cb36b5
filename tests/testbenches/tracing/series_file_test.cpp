// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/series_file.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("samples in a file are those that the record would have, from any engine", "[testbenches]") {
  const auto engine = GENERATE(as<std::string>{}, "fast", "systemc");
  const std::vector<RunConfig> points{
      configured(
          {{"ports", "2"}, {"switch", "voq"}, {"series", "50"}, {"cycles", "2000"}, {"engine", engine}}),
      configured(
          {{"ports", "3"}, {"switch", "output"}, {"series", "70"}, {"cycles", "2000"}, {"engine", engine}})};
  std::vector<std::string> expected{"point,cycle,beats,packets,queue 0,queue 1,queue 2,queue 3"};
  for (std::size_t n = 0; n < points.size(); ++n) {
    const OccupancySeries s = run_point(points[n]).series;
    REQUIRE(s.samples > 20);
    for (std::size_t k = 0; k < s.samples; ++k) {
      std::string line =
          fmt::format("{},{},{},{}", n + 1, s.first_cycle + k * s.period, s.beats[k], s.packets[k]);
      for (const auto beats : s.queue_beats[k]) line += fmt::format(",{}", beats);
      expected.push_back(line + (n == 1 ? "," : ""));  // one queue fewer
    }
  }

  const ScratchFolder folder;
  const auto path = folder.path() / "series.csv";
  SeriesFile file(path, points);
  for (const RunConfig& point : points) {
    const OccupancySeries counted = run_point(resolve(point), {}, {}, {file.next_point(point), {}}).series;
    CHECK(counted.beats.empty());
    CHECK(counted.samples == run_point(point).series.samples);
  }
  CHECK_FALSE(std::filesystem::exists(path));  // whole or not at all
  file.commit();
  CHECK(lines_of(path) == expected);
}
