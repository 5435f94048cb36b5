// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/packet_colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace xb {
namespace {

struct Tint {
  const char* strong;
  const char* pale;  ///< the ground of dots
  bool light_ink;    ///< of a text on `strong`
};
// The first four are told apart in grey, too.
constexpr std::array<Tint, 8> kColours{{{"#e69f00", "#f8e2b3", false},
                                        {"#0072b2", "#b3d5e8", true},
                                        {"#f0e442", "#faf7c6", false},
                                        {"#009e73", "#b3e2d5", false},
                                        {"#56b4e9", "#cce9f8", false},
                                        {"#d55e00", "#f2cfb3", false},
                                        {"#cc79a7", "#f0d7e5", false},
                                        {"#a6a6a6", "#e4e4e4", false}}};

}  // namespace

std::string colour_class(char kind, unsigned destination) {
  return fmt::format("{}{}", kind, std::min(destination, kDestinationColours - 1));
}

std::string ink_class(unsigned destination) {
  const bool light = destination < kColours.size() && kColours[destination].light_ink;
  return (light ? "label light " : "label ") + colour_class('t', destination);
}

std::string colour_style(unsigned destinations) {
  std::string style;
  for (unsigned d = 0; d < std::min(destinations, kDestinationColours); ++d) {
    const Tint& colour = kColours[d % kColours.size()];
    const bool dotted = d >= kColours.size();
    const std::string fill = dotted ? fmt::format("url(#xb-dots{})", d) : colour.strong;
    style += fmt::format(
        ".d{0}{{fill:{1}}}.s{0}{{fill:url(#xb-stall{0});stroke:{2}}}.l{0}{{fill:{4};stroke:{2}}}.e{0}{{"
        "stroke:{2}}}.t{0}{{stroke:{3}}}\n",
        d, fill, colour.strong, dotted ? colour.pale : colour.strong, colour.pale);
  }
  return style;
}

std::string colour_patterns(unsigned destinations) {
  std::string patterns;
  for (unsigned d = 0; d < std::min(destinations, kDestinationColours); ++d) {
    const Tint& colour = kColours[d % kColours.size()];
    if (d >= kColours.size()) {
      patterns += fmt::format(
          "<pattern id=\"xb-dots{}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">"
          "<rect width=\"5\" height=\"5\" fill=\"{}\"/><circle cx=\"2.5\" cy=\"2.5\" r=\"1.3\" fill=\"{}\"/>"
          "</pattern>\n",
          d, colour.pale, colour.strong);
    }
    patterns += fmt::format(
        "<pattern id=\"xb-stall{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/>"
        "<rect width=\"2.4\" height=\"6\" fill=\"{}\"/></pattern>\n",
        d, colour.strong);
  }
  return patterns;
}

}  // namespace xb
