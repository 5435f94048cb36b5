// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "host/measure/occupancy_series.h"
#include "testbenches/process/output_file.h"

namespace xb {

struct RunConfig;

/// A file for the samples of the occupancy of some points, as comma-separated values: point (from 1 on),
/// cycle, beats and packets in the switch, and the beats of each queue, empty where another point has more
/// queues. Written as it comes, so that a long series takes no memory.
class SeriesFile {
 public:
  /// Throws InputError if it cannot be created.
  SeriesFile(const std::filesystem::path& path, const std::vector<RunConfig>& points);

  /// For the samples of the next point. What it returns may be called in a child process.
  OccupancySink next_point(const RunConfig& config);
  /// Makes the file appear. Throws RunError.
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  unsigned most_queues_ = 0;
  unsigned points_ = 0;
};

}  // namespace xb
