// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/base/random.h"

namespace xb {

/// `text` with a few bytes changed, left out, put in, or said twice; or cut off.
inline std::string damaged(std::string text, RandomStream& random) {
  const auto place = [&] { return random.below(static_cast<std::uint32_t>(text.size())); };
  for (std::uint32_t times = 1 + random.below(4); times > 0 && !text.empty(); --times) {
    const std::size_t at = random.below(8) == 0 ? (random.below(2) == 0 ? 0 : text.size() - 1) : place();
    constexpr char kEnds[] = {'\0', '\1', '\x7f', '\xff', '$', '#', ' ', '\n', '0', '9'};
    switch (random.below(7)) {
      case 0:
        text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ 1U << random.below(8));
        break;
      case 1:
        text[at] = kEnds[random.below(sizeof kEnds)];
        break;
      case 2:
        text.erase(at, 1 + random.below(9));
        break;
      case 3:
        text.insert(at, 1 + random.below(9), kEnds[random.below(sizeof kEnds)]);
        break;
      case 4:
        text.insert(at, text.substr(place(), 1 + random.below(40)));
        break;
      case 5:
        for (std::size_t i = at; i < at + 8 && i < text.size(); ++i)
          text[i] = random.below(2) == 0 ? '\xff' : '\0';
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

}  // namespace xb
