// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "host/base/ranges.h"

namespace xb {

/// A key and the values it takes in turn.
struct SweptKey {
  std::string key;
  std::vector<std::string> values;
  std::string place;  ///< for messages: file:line:column, or the option
  /// A place that values have in common.
  struct ValuePlace {
    std::size_t end;  ///< number of the first value behind them
    std::string place;
  };
  std::vector<ValuePlace> value_places = {};  ///< in the order of the values; empty: all where the key is

  [[nodiscard]] const std::string& place_of(std::size_t value) const;
};

/// Whether the key is among them.
inline bool gives(const std::vector<SweptKey>& keys, const std::string& key) {
  return any_of(keys, [&](const SweptKey& swept) { return swept.key == key; });
}

}  // namespace xb
