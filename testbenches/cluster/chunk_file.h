// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/point/run_config.h"

namespace xb {

/// Points of a study for a worker elsewhere, as they are in a file of its folder. The file is the order to
/// run them: a worker whose file is gone ends after the point that it has in hand.
struct ChunkOrder {
  std::string study;                ///< the study's folder, absolute
  std::string directory;            ///< that names of files in keys are relative to
  nlohmann::ordered_json versions;  ///< as study_versions() says where the study runs
  nlohmann::ordered_json origin;    ///< for provenance
  struct Point {
    std::string hash;
    nlohmann::ordered_json keys;  ///< as keys_of() says
  };
  std::vector<Point> points;
};

/// JSON Lines: what all points have, then a point a line. Whole or not at all. Throws FolderError.
void write_chunk(const std::filesystem::path& file, const ChunkOrder& order);
/// Throws InputError if it is none.
ChunkOrder read_chunk(const std::filesystem::path& file);

/// The keys, by name, from which config_of() makes the same configuration: those that differ from a default.
nlohmann::ordered_json keys_of(const RunConfig& config);
/// Not worked out. Throws InputError.
RunConfig config_of(const nlohmann::ordered_json& keys);

/// Where a worker says why all work must stop; its chunk's file and `.stopped`.
std::filesystem::path stop_file(const std::filesystem::path& chunk);
/// What is in it; empty: there is none.
std::string stop_of(const std::filesystem::path& chunk);
/// What the chunk's job prints.
std::filesystem::path log_file(const std::filesystem::path& chunk);

}  // namespace xb
