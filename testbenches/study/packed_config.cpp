// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/packed_config.h"

#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_values.h"

namespace xb {

PackedConfig::PackedConfig(const RunConfig& config, std::shared_ptr<const RunConfig> base)
    : base_(std::move(base)),
      packet_min_(config.packet_min),
      packet_max_(config.packet_max),
      packet_in_bytes_(config.packet_in_bytes),
      packet_given_(config.packet_given) {
  const std::vector<ConfigKey>& keys = config_keys();
  for (std::size_t n = 0; n < keys.size(); ++n) {
    const auto value = keys[n].get(config);
    if (keys[n].name == "packet" || value == keys[n].get(*base_)) continue;
    differences_ += static_cast<char>(n);
    differences_ += value_text(value);
    differences_ += '\0';
  }
  differences_.shrink_to_fit();
  if (comes_back(config)) return;
  base_ = std::make_shared<const RunConfig>(config);  // of a value that its key does not take as text
  differences_.clear();
}

bool PackedConfig::comes_back(const RunConfig& config) const {
  try {
    return to_json(this->config()) == to_json(config) && config.count_start == base_->count_start;
  } catch (const InputError&) {
    return false;
  }
}

RunConfig PackedConfig::config() const {
  RunConfig config = *base_;
  const std::vector<ConfigKey>& keys = config_keys();
  for (std::size_t at = 0; at < differences_.size();) {
    const ConfigKey& key = keys[static_cast<unsigned char>(differences_[at])];
    const std::size_t end = differences_.find('\0', at + 1);
    key.set(config, differences_.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  config.packet_min = packet_min_;
  config.packet_max = packet_max_;
  config.packet_in_bytes = packet_in_bytes_;
  config.packet_given = packet_given_;
  return config;
}

}  // namespace xb
