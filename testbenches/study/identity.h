// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/engines/paths.h"

namespace xb {

struct RunConfig;

/// A digest of the files below a folder with this ending: their names relative to it, and their contents.
/// Where the folder is does not matter. Throws RunError if it cannot be read.
std::string tree_digest(const std::filesystem::path& folder, const std::string& ending);

/// What results depend on besides the point: versions of the program and the tools, and digests of the
/// sources, `sources` of the C++ that is compiled in, `rtl` of the RTL in this checkout.
nlohmann::ordered_json study_versions(const std::filesystem::path& checkout = source_dir());
/// The same of the trials of a benchmark: `benchmark` is of the C++ that runs them.
nlohmann::ordered_json benchmark_versions();

/// What a point is, wherever it is run.
struct PointIdentity {
  nlohmann::ordered_json config;  ///< keys that the run uses; files by their names, without folders
  nlohmann::ordered_json files;   ///< digests of the files that keys name, by key
  std::string hash;               ///< of all that determines the point's result: 32 hexadecimal digits
};

/// Identifies points that have these versions; a file that several of them name is read once.
class Identifier {
 public:
  explicit Identifier(nlohmann::ordered_json versions) : versions_(std::move(versions)) {}

  /// Of a configuration that resolve() has worked out, and what a trial does with it besides. Throws
  /// InputError if a file cannot be read.
  PointIdentity identify(const RunConfig& config, const nlohmann::ordered_json& trial = nullptr);
  [[nodiscard]] const nlohmann::ordered_json& versions() const { return versions_; }

 private:
  const std::string& file_digest(const std::string& key, const std::string& path);

  nlohmann::ordered_json versions_;
  std::map<std::string, std::string> digests_;  // by path
};

}  // namespace xb
