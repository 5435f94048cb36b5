// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/digest.h"
#include "testbenches/sources/rtl_sources.h"
#include "testbenches/study/sources_digest.h"
#include "testbenches/tracing/run_point.h"

namespace xb {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The digest's version: another one where results of the same keys and sources are something else.
constexpr int kIdentity = 1;

}  // namespace

std::string tree_digest(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  try {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.path().extension() == ending)
        files.push_back(entry.path().lexically_relative(folder));
    }
    std::sort(files.begin(), files.end());
    Digest digest;
    for (const auto& file : files) {
      const std::string text = read_text_file((folder / file).string(), "source", "a file that can be read");
      digest.add(fmt::format("{} {}\n", file.generic_string(), digest_of(text)));
    }
    return digest.hex();
  } catch (const fs::filesystem_error& error) {
    throw RunError(error.what());
  }
}

Json study_versions(const fs::path& checkout) {
  Json versions = version_record();
  versions["compiler"] = XBARLAB_CXX_VERSION;
  versions["sources"] = kSourcesDigest;
  versions["rtl"] = tree_digest(checkout / "rtl", ".sv");
  return versions;
}

Json benchmark_versions() {
  Json versions = study_versions();
  versions["benchmark"] = kBenchmarkDigest;
  return versions;
}

const std::string& Identifier::file_digest(const std::string& key, const std::string& path) {
  const auto known = digests_.find(path);
  if (known != digests_.end()) return known->second;
  if (key == "device") {
    const ModelSources sources = device_sources(*read_device(path));
    std::string digest = sources.digest();
    for (const fs::path& memory : sources.memory_files())
      digest =
          digest_of(fmt::format("{} {} {}", digest, memory.filename().string(),
                                digest_of(read_text_file(memory.string(), "$readmem", "a memory's file"))));
    return digests_.emplace(path, std::move(digest)).first->second;
  }
  if (key == "rtl") return digests_.emplace(path, overlay_digest(path)).first->second;
  return digests_.emplace(path, digest_of(read_text_file(path, key.c_str(), "a file that can be read")))
      .first->second;
}

PointIdentity Identifier::identify(const RunConfig& config, const Json& trial) {
  auto files = files_of(config);
  // The switch's files are the last in records.
  std::stable_partition(files.begin(), files.end(),
                        [](const auto& file) { return file.first != "rtl" && file.first != "device"; });
  PointIdentity identity{without_folders(to_json(without_unused(config)), files), Json::object(), ""};
  for (const auto& [key, path] : files) identity.files[key] = file_digest(key, path);
  // All keys here, also those that the run is believed not to use.
  Json all{{"identity", kIdentity},
           {"config", without_folders(to_json(config), files)},
           {"files", identity.files},
           {"versions", versions_}};
  if (!trial.is_null()) all["trial"] = trial;
  identity.hash = digest_of(all.dump());
  return identity;
}

namespace {

constexpr std::size_t kDigits = 32;  // of a digest

/// What follows the record's last member but one.
std::string check_of(const std::string& text) {
  return fmt::format(",\"check\":\"{}\"}}\n", digest_of(text));
}

const std::size_t kCheckLength = check_of("").size();

std::string beginning(const std::string& hash) {
  return fmt::format("{{\"schema\":1,\"point\":\"{}\",", hash);
}

}  // namespace

std::string record_text(const PointIdentity& point, const RunConfig& config, const RunResult& result,
                        const Json& versions) {
  return record_text(point, to_json(config, result, versions));
}

std::string record_text(const PointIdentity& point, Json whole) {
  Json record{{"schema", whole["schema"]}, {"point", point.hash}, {"config", point.config}};
  if (!point.files.empty()) record["files"] = point.files;
  for (const auto& [name, value] : whole.items()) {
    if (!record.contains(name)) record[name] = std::move(value);
  }
  record["result"].erase("cpu_seconds");
  record["result"].erase("cycles_per_cpu_second");
  std::string text = record.dump();
  text.pop_back();  // the brace
  return text + check_of(text);
}

bool is_whole_record(const std::string& text, const std::string& hash) {
  if (text.size() < kCheckLength + kDigits || text.rfind(beginning(hash), 0) != 0) return false;
  const std::size_t end = text.size() - kCheckLength;
  return text.compare(end, kCheckLength, check_of(text.substr(0, end))) == 0;
}

RunResult result_in(const Json& record) {
  try {
    Json result = record.at("result");
    result["cpu_seconds"] = 0;
    for (const char* name : kBesideResult) {
      if (record.contains(name)) result[name] = record[name];
    }
    return result_from_json(result);
  } catch (const Json::exception& error) {
    throw RunError("a record that cannot be read: {}", error.what());
  }
}

}  // namespace xb
