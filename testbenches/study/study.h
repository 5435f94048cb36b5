// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/study/identity.h"
#include "testbenches/study/study_folder.h"
#include "testbenches/study/study_points.h"

namespace xb {

struct RunConfig;

/// The points of a study in their order, and where their results go. Points may have one hash: what
/// determines their results is the same, and they are run once.
struct Study {
  StudyFolder folder;
  StudyPoints points;
  Identifier identifier;
  /// Where points are something else than runs, as a benchmark's trials are: the result of one for its
  /// record, by hash; the command that runs all of them; what one is called; and about what those cost that
  /// nobody has asked for yet.
  std::function<nlohmann::ordered_json(const std::string& hash)> trial = nullptr;
  std::string command = {};
  const char* noun = "point";
  double to_come = 0;

  /// Identifies a point, and adds it.
  void add(const RunConfig& config, std::size_t search = 0);
};

/// Hands on one configuration after the other, each worked out.
using TakeConfig = std::function<void(const RunConfig& config)>;

/// Identifies the points that `each` hands on.
Study make_study_of(const std::filesystem::path& folder, const std::function<void(const TakeConfig&)>& each,
                    nlohmann::ordered_json versions = study_versions());
Study make_study(const std::filesystem::path& folder, const std::vector<RunConfig>& configs,
                 nlohmann::ordered_json versions = study_versions());

/// Writes index.jsonl: a line per point, in order, with number, hash and configuration.
void write_index(Study& study);

/// What the points cost, roughly: the beats that their ports could move.
double cost_of(const RunConfig& config);

}  // namespace xb
