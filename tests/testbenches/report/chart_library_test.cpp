// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/chart_library.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

TEST_CASE("what is not Chart.js, or ends a script, is refused with the package's name", "[testbenches]") {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "chart.js").string();
  setenv("XBARLAB_CHART_JS", path.c_str(), 1);
  const auto refusal = [] { return message_of<InputError>(chart_library); };
  CHECK(mentions(refusal(), {path, "libjs-chart.js"}));  // nothing is there
  for (const char* text : {"", "uPlot", "/* Chart.js v2 */", "/* Chart.js v3.9.1 */ '</script>'"}) {
    std::ofstream(path) << text;
    CHECK(mentions(refusal(), {path, "libjs-chart.js"}));
  }
  std::ofstream(path) << "/* Chart.js v3.9.1 */";
  CHECK(chart_library() == "/* Chart.js v3.9.1 */");
}
