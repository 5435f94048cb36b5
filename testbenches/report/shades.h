// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// Steps of the scale of heat maps.
constexpr unsigned kShades = 32;

/// From dark blue, for the least, through grey to yellow: as `#rrggbb`. Lightness rises evenly, so that all
/// eyes see the order, on paper without colours, too (the scale cividis, between nine of its values).
std::string shade_colour(unsigned shade);

/// The step of a value in 0..most.
unsigned shade_of(double value, double most);

/// Text on it is white.
constexpr bool takes_light_ink(unsigned shade) { return shade < kShades / 2; }

}  // namespace xb
