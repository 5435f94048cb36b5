// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study.h"

namespace xb {

Study make_study(const std::filesystem::path& folder, std::vector<RunConfig> configs,
                 nlohmann::ordered_json versions) {
  Study study{StudyFolder(folder), {}, Identifier(std::move(versions))};
  study.points.reserve(configs.size());
  for (auto& config : configs) {
    std::string hash = study.identifier.identify(config).hash;
    study.points.push_back({std::move(config), std::move(hash), 0});
  }
  return study;
}

std::string index_text(Study& study) {
  std::string text;
  std::size_t number = 0;
  for (const StudyPoint& point : study.points) {
    nlohmann::ordered_json line{{"number", ++number}, {"point", point.hash}};
    if (point.search > 0) line["search"] = point.search;
    line["config"] = study.identifier.identify(point.config).config;
    text += line.dump() + "\n";
  }
  return text;
}

double cost_of(const RunConfig& c) {
  constexpr double kFrameBeats = 190;  // of Ethernet
  const double exchange = kFrameBeats * c.packets_per_message * (c.ports - 1);
  return c.ports * (c.schedule.empty() ? static_cast<double>(c.cycles) : exchange);
}

}  // namespace xb
