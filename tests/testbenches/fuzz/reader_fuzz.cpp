// SPDX-License-Identifier: Apache-2.0
// What is put into the readers of configurations and records by libFuzzer: the first line names a reader,
// which reads or refuses any bytes after it, and nothing else happens.

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "host/base/errors.h"
#include "host/capture/capture.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/transfer_list.h"
#include "host/network/topology_file.h"
#include "host/schedule/goal_file.h"
#include "host/traffic/replay.h"
#include "testbenches/experiment/search_plan.h"
#include "testbenches/study/export_table.h"
#include "testbenches/study/identity.h"

namespace {

namespace fs = std::filesystem;

/// A folder of this process, gone at its end.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("xb_reader_fuzz." + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// A file of that name with this text.
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    const fs::path path = path_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const Scratch& scratch() {
  static const Scratch folder;
  return folder;
}

void read_as_experiment(const std::string& text) {
  const xb::Experiment experiment = xb::read_experiment(scratch().file("x.toml", text));
  if (experiment.search)
    xb::search_plans(experiment);
  else
    (void)experiment.points();
}

void read_as_topology(const std::string& text) {
  const auto check = [](const std::string& key, const std::string& value, const std::string& place) {
    xb::RunConfig probe;
    xb::set_key(probe, key, value, place);
  };
  const xb::Topology topology = xb::read_topology(scratch().file("topology.toml", text), check);
  xb::topology_to_toml(topology);
  xb::topology_to_dot(topology);
}

void read_as_cluster(const std::string& text) { xb::read_cluster(scratch().file("cluster.toml", text)); }

void read_as_goal(const std::string& text) {
  constexpr unsigned kRanks = 64;
  xb::load_goal(scratch().file("program.goal", text), kRanks);
}

void read_as_transfers(const std::string& text) { xb::read_transfers(scratch().file("transfers.csv", text)); }

void read_as_capture(const std::string& text) {
  constexpr unsigned kHosts = 3;
  const xb::Capture capture = xb::parse_capture(text, "x.pcapng");
  xb::ReplayRules rules{xb::HostList(kHosts), kHosts, 64, 156.25, 0.5};
  xb::make_replay(capture, rules);
  rules.load.reset();
  xb::make_replay(capture, rules);
}

/// As if its digest were right.
void read_as_record(const std::string& text) {
  xb::is_whole_record(text, std::string(32, '0'));
  const auto record = nlohmann::ordered_json::parse(text, nullptr, false);
  if (record.is_object()) xb::result_in(record);
}

/// Files of a study's folder, each after a line `== NAME`.
void read_as_study(const std::string& text) {
  const fs::path folder = scratch().path() / "study";
  fs::remove_all(folder);
  fs::create_directories(folder / "points" / "0");
  fs::create_directories(folder / "failed" / "1");
  const std::map<std::string, std::string> names{{"index", "index.jsonl"},
                                                 {"searches", "searches.jsonl"},
                                                 {"record", "points/0/record.json"},
                                                 {"failure", "failed/1/failure.json"}};
  std::ofstream file;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const auto name = names.find(line.rfind("== ", 0) == 0 ? line.substr(3) : "");
    if (name != names.end()) {
      file.close();
      file.open(folder / name->second, std::ios::binary);
    } else {
      file << line << '\n';
    }
    begin = end + 1;
  }
  file.close();
  xb::ExportTable table(folder);
  while (table.next()) {
    (void)table.csv_row();
    (void)table.json_row();
  }
}

using Reader = void (*)(const std::string& text);
const std::map<std::string, Reader> kReaders{
    {"experiment", read_as_experiment}, {"topology", read_as_topology}, {"cluster", read_as_cluster},
    {"capture", read_as_capture},       {"goal", read_as_goal},         {"transfers", read_as_transfers},
    {"record", read_as_record},         {"study", read_as_study}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = text.find('\n');
  if (line == std::string::npos) return 0;
  const auto reader = kReaders.find(text.substr(0, line));
  if (reader == kReaders.end()) return 0;
  try {
    reader->second(text.substr(line + 1));
  } catch (const xb::InputError&) {
  } catch (const xb::RunError&) {
  }
  return 0;
}
