// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

namespace xb {

/// The value of the key `switch` that means the RTL's xb_switch_NAME.
inline std::string switch_key(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace xb
