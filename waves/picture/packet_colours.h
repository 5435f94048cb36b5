// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// Destinations that have a colour of their own.
constexpr unsigned kDestinationColours = 16;

/// The colours of destinations as CSS and patterns. Classes, for destination d < kDestinationColours: `dD`
/// fills a bar of a packet that moves or waits, `sD` one that is stalled, `lD` one that is discarded, `eD` is
/// only an edge; `tD` is the ground of a text. The first eight are those of Okabe and Ito, which all eyes
/// tell apart; the next eight are dotted.
std::string colour_style(unsigned destinations);
std::string colour_patterns(unsigned destinations);

/// The classes of a text on a bar of this destination.
std::string ink_class(unsigned destination);

/// `d3`, `s3`, `e3`; of destinations beyond the last, those of the last.
std::string colour_class(char kind, unsigned destination);

}  // namespace xb
