// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/series_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "host/point/run_config.h"
#include "host/switches/switch_registry.h"

namespace xb {

SeriesFile::SeriesFile(const std::filesystem::path& path, const std::vector<RunConfig>& points)
    : file_(path) {
  for (const RunConfig& point : points)
    most_queues_ = std::max(most_queues_, measured_queues(point, point.observes_ports()));
  std::string header = "point,cycle,beats,packets";
  for (unsigned q = 0; q < most_queues_; ++q) header += fmt::format(",queue {}", q);
  file_.write(header + "\n");
}

OccupancySink SeriesFile::next_point(const RunConfig& config) {
  const unsigned queues = measured_queues(config, config.observes_ports());
  const std::string rest(most_queues_ - queues, ',');
  return [this, point = ++points_, queues, rest](std::uint64_t cycle, const SwitchOutputs& out) {
    const std::uint32_t* const beats = out.occ_beats;
    file_.write(fmt::format("{},{},{},{},{}{}\n", point, cycle, std::accumulate(beats, beats + queues, 0U),
                            std::accumulate(out.occ_packets, out.occ_packets + queues, 0U),
                            fmt::join(beats, beats + queues, ","), rest));
  };
}

}  // namespace xb
