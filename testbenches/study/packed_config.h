// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "host/point/run_config.h"

namespace xb {

/// A configuration in little memory: as the keys in which it differs from another one, which many share.
class PackedConfig {
 public:
  /// `base` lives as long as what is packed with it.
  PackedConfig(const RunConfig& config, std::shared_ptr<const RunConfig> base);

  /// The same configuration again.
  [[nodiscard]] RunConfig config() const;

 private:
  [[nodiscard]] bool comes_back(const RunConfig& config) const;

  std::shared_ptr<const RunConfig> base_;
  std::string differences_;  // the key's number in one byte, its value as text, and a zero byte; and so on
  // `packet` has several members, and is not what its key says until it is given.
  std::uint32_t packet_min_, packet_max_;
  bool packet_in_bytes_, packet_given_;
};

}  // namespace xb
