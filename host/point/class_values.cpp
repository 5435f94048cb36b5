// SPDX-License-Identifier: Apache-2.0
#include "host/point/class_values.h"

#include "host/base/parse_number.h"

namespace xb {

std::optional<ClassValues<std::uint8_t>> parse_class_weights(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) -> std::optional<std::uint8_t> {
    unsigned weight = 0;
    if (!parse_number(value, 1, 255, weight)) return {};
    return static_cast<std::uint8_t>(weight);
  });
}

}  // namespace xb
