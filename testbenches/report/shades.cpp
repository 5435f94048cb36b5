// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/shades.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace xb {
namespace {

using Colour = std::array<double, 3>;
constexpr std::array<Colour, 9> kCividis{{{0, 32, 77},
                                          {7, 52, 110},
                                          {60, 77, 110},
                                          {91, 102, 113},
                                          {124, 123, 120},
                                          {155, 149, 118},
                                          {189, 175, 110},
                                          {222, 203, 93},
                                          {255, 234, 70}}};

}  // namespace

std::string shade_colour(unsigned shade) {
  const double at = static_cast<double>(std::min(shade, kShades - 1)) / (kShades - 1) * (kCividis.size() - 1);
  const auto below = std::min<std::size_t>(static_cast<std::size_t>(at), kCividis.size() - 2);
  const double part = at - static_cast<double>(below);
  std::string text = "#";
  for (std::size_t c = 0; c < 3; ++c) {
    const double value = kCividis.at(below).at(c) * (1 - part) + kCividis.at(below + 1).at(c) * part;
    text += fmt::format("{:02x}", static_cast<unsigned>(std::lround(value)));
  }
  return text;
}

unsigned shade_of(double value, double most) {
  if (most <= 0) return 0;
  return std::min(kShades - 1, static_cast<unsigned>(value / most * kShades));
}

}  // namespace xb
