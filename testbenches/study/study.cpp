// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study.h"

#include "host/point/run_config.h"

namespace xb {

void Study::add(const RunConfig& config, std::size_t search) {
  points.add(config, identifier.identify(config).hash, search, cost_of(config));
}

Study make_study_of(const std::filesystem::path& folder, const std::function<void(const TakeConfig&)>& each,
                    nlohmann::ordered_json versions) {
  Study study{StudyFolder(folder), {}, Identifier(std::move(versions))};
  each([&](const RunConfig& config) { study.add(config); });
  return study;
}

Study make_study(const std::filesystem::path& folder, const std::vector<RunConfig>& configs,
                 nlohmann::ordered_json versions) {
  const auto each = [&](const TakeConfig& take) {
    for (const RunConfig& config : configs) take(config);
  };
  return make_study_of(folder, each, std::move(versions));
}

void write_index(Study& study) {
  std::size_t number = 0;
  const auto next_line = [&]() -> std::optional<std::string> {
    if (number == study.points.size()) return {};
    const StudyPoint& point = study.points[number++];
    nlohmann::ordered_json line{{"number", number}, {"point", point.hash}};
    if (point.search > 0) line["search"] = point.search;
    line["config"] = study.identifier.identify(point.config()).config;
    return line.dump() + "\n";
  };
  study.folder.write_file("index.jsonl", next_line);
}

double cost_of(const RunConfig& c) {
  constexpr double kFrameBeats = 190;  // of Ethernet
  const double exchange = kFrameBeats * c.packets_per_message * (c.ports - 1);
  return c.ports * (c.schedule ? exchange : static_cast<double>(c.cycles));
}

}  // namespace xb
