// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/chart_library.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "host/base/errors.h"

namespace xb {

std::string chart_library() {
  const char* given = std::getenv("XBARLAB_CHART_JS");
  const std::string path = given == nullptr ? "/usr/share/javascript/chart.js/chart.min.js" : given;
  std::ifstream file(path, std::ios::binary);
  const std::string script{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  // It goes into an element <script>, which this would end.
  if (script.find("Chart.js v3") != std::string::npos && script.find("</script") == std::string::npos)
    return script;
  throw InputError(
      fmt::format("report: '{}' is not Chart.js 3; allowed: where Debian's package libjs-chart.js is "
                  "installed (./lab setup), or its chart.min.js as XBARLAB_CHART_JS",
                  path));
}

}  // namespace xb
