// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_file.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_values.h"
#include "testbenches/process/output_file.h"
#include "testbenches/study/study_folder.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

fs::path with_ending(fs::path path, const char* ending) { return path += ending; }

}  // namespace

void write_chunk(const fs::path& file, const ChunkOrder& order) {
  std::string text = Json{{"study", order.study},
                          {"directory", order.directory},
                          {"versions", order.versions},
                          {"origin", order.origin}}
                         .dump() +
                     "\n";
  for (const ChunkOrder::Point& point : order.points)
    text += Json{{"point", point.hash}, {"keys", point.keys}}.dump() + "\n";
  try {
    write_output(file, text);
  } catch (const std::exception& error) {
    throw FolderError(error.what());
  }
}

ChunkOrder read_chunk(const fs::path& file) {
  std::istringstream lines(read_text_file(file.string(), "chunk", "a file of run --on"));
  ChunkOrder order;
  try {
    std::string line;
    std::getline(lines, line);
    const Json head = Json::parse(line);
    order.study = head.at("study");
    order.directory = head.at("directory");
    order.versions = head.at("versions");
    order.origin = head.at("origin");
    while (std::getline(lines, line)) {
      const Json point = Json::parse(line);
      order.points.push_back({point.at("point"), point.at("keys")});
    }
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("chunk: '{}' is not allowed ({}); allowed: a file of run --on",
                                 file.string(), error.what()));
  }
  return order;
}

Json keys_of(const RunConfig& config) {
  static const RunConfig defaults;
  Json keys = Json::object();
  for (const ConfigKey& key : config_keys()) {
    if (key.name == "packet" && !config.packet_given) continue;  // it follows from the others
    const Json value = key.get(config);
    const bool given = key.name == "packet" || value != key.get(defaults);
    if (given) keys[key.name] = value_text(value);
  }
  return keys;
}

RunConfig config_of(const Json& keys) {
  RunConfig config;
  for (const auto& [name, value] : keys.items()) set_key(config, name, value.get<std::string>(), "chunk");
  return config;
}

fs::path stop_file(const fs::path& chunk) { return with_ending(chunk, ".stopped"); }
std::string stop_of(const fs::path& chunk) {
  std::ifstream file(stop_file(chunk));
  std::string message;
  std::getline(file, message);
  return message;
}

fs::path log_file(const fs::path& chunk) { return with_ending(chunk, ".log"); }

}  // namespace xb
