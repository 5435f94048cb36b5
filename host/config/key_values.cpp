// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_values.h"

#include <nlohmann/json.hpp>

namespace xb {

std::string value_text(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace xb
