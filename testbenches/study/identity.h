// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "host/run/run_result.h"
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

/// The text of record.json: one line, the same bytes whenever and wherever the point is run. As a record of
/// `xbarlab run --json`, without CPU time; `point` is the hash, `files` digests, and `check`, at the end, a
/// digest of all before it.
std::string record_text(const PointIdentity& point, const RunConfig& config, const RunResult& result,
                        const nlohmann::ordered_json& versions);
/// The same of a record as it would be printed.
std::string record_text(const PointIdentity& point, nlohmann::ordered_json whole);

/// Whether a text is the whole record of that point, as it was written.
bool is_whole_record(const std::string& text, const std::string& hash);

/// The result in a record, without CPU time. Throws RunError if it is none.
RunResult result_in(const nlohmann::ordered_json& record);

}  // namespace xb
