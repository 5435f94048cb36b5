// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/packed_config.h"

#include <bitset>
#include <cstring>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

struct PackedLength {
  std::uint32_t min, max;
  bool in_bytes, given, mixed;
  std::bitset<128> keys;  // that are given
};

std::string packed_length(const RunConfig& config) {
  const PackedLength length{config.packet_min,
                            config.packet_max,
                            config.packet_in_bytes,
                            config.packet_given,
                            config.packet_mix.has_value(),
                            config.given};
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

}  // namespace

PackedConfig::PackedConfig(const RunConfig& config, std::shared_ptr<const RunConfig> base)
    : base_(std::move(base)), bytes_(packed_length(config)) {
  const std::vector<ConfigKey>& keys = config_keys();
  for (std::size_t n = 0; n < keys.size(); ++n) {
    const auto value = keys[n].get(config);
    const bool packet = keys[n].name == "packet";
    if (packet ? !config.packet_mix : value == keys[n].get(*base_)) continue;
    bytes_ += static_cast<char>(n);
    bytes_ += value_text(value);
    bytes_ += '\0';
  }
  if (comes_back(config)) return;
  base_ = std::make_shared<const RunConfig>(config);  // of a value that its key does not take as text
  bytes_ = packed_length(config);
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
  for (std::size_t at = sizeof(PackedLength); at < bytes_.size();) {
    const ConfigKey& key = keys[static_cast<unsigned char>(bytes_[at])];
    const std::size_t end = bytes_.find('\0', at + 1);
    key.set(config, bytes_.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  PackedLength length{};
  std::memcpy(&length, bytes_.data(), sizeof length);
  config.packet_min = length.min;
  config.packet_max = length.max;
  config.packet_in_bytes = length.in_bytes;
  config.packet_given = length.given;
  config.given = length.keys;
  if (!length.mixed) config.packet_mix.reset();
  return config;
}

}  // namespace xb
