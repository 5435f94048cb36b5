// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace xb {

struct RunConfig;

/// A configuration in few bytes: the keys in which it differs from another one, which many share.
class PackedConfig {
 public:
  /// `base` lives as long as what is packed with it.
  PackedConfig(const RunConfig& config, std::shared_ptr<const RunConfig> base);
  /// What another one's bytes() and base() were.
  PackedConfig(std::string bytes, std::shared_ptr<const RunConfig> base)
      : base_(std::move(base)), bytes_(std::move(bytes)) {}

  /// The same configuration again.
  [[nodiscard]] RunConfig config() const;

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// The one given, or the configuration itself, if it cannot be told by keys.
  [[nodiscard]] const std::shared_ptr<const RunConfig>& base() const { return base_; }

 private:
  [[nodiscard]] bool comes_back(const RunConfig& config) const;

  std::shared_ptr<const RunConfig> base_;
  // The members behind the key `packet`, which is not what it says until it is given; lengths with weights
  // are, and have the key as well. Then of each key that differs its number in one byte, its value as text,
  // and a zero byte.
  std::string bytes_;
};

}  // namespace xb
