// SPDX-License-Identifier: Apache-2.0
#include "host/capture/ethernet.h"

#include <fmt/format.h>

namespace xb {

std::string address_text(std::uint64_t address) {
  std::string text;
  for (unsigned byte = 0; byte < 6; ++byte)
    text += fmt::format("{}{:02x}", byte == 0 ? "" : ":", address >> 8U * (5 - byte) & 0xffU);
  return text;
}

}  // namespace xb
