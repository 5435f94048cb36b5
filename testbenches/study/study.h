// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/point/run_config.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/study_folder.h"

namespace xb {

/// A point of a study: a configuration that resolve() has worked out, and its hash.
struct StudyPoint {
  RunConfig config;
  std::string hash;
  std::size_t search = 0;  ///< number of the search that asked for it; 0: none
};

/// The points of a study in their order, and where their results go. Points may have one hash: what
/// determines their results is the same, and they are run once.
struct Study {
  StudyFolder folder;
  std::vector<StudyPoint> points;
  Identifier identifier;
};

/// Identifies the points.
Study make_study(const std::filesystem::path& folder, std::vector<RunConfig> configs,
                 nlohmann::ordered_json versions = study_versions());

/// index.jsonl: a line per point, in order, with number, hash and configuration.
std::string index_text(Study& study);

/// What the points cost, roughly: the beats that their ports could move.
double cost_of(const RunConfig& config);

}  // namespace xb
