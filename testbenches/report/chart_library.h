// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// The script of Chart.js 3, which draws a page's curves: of Debian's libjs-chart.js, or of the file that the
/// environment's XBARLAB_CHART_JS names. Throws InputError, which names the package, if it is not there.
std::string chart_library();

}  // namespace xb
