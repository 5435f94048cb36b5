// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/junit.h"

#include <fmt/format.h>

#include "host/base/ranges.h"
#include "host/base/xml_text.h"

namespace xb {

std::string junit_text(const std::string& tool, const std::string& suite,
                       const std::vector<JunitCase>& cases) {
  double seconds = 0;
  for (const JunitCase& one : cases) seconds += one.seconds;
  const auto failed = [](const JunitCase& one) { return !one.failure_type.empty(); };
  const auto erred = [](const JunitCase& one) { return one.is_error; };
  const auto errors = count_if(cases, erred);
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\"", cases.size(),
                  count_if(cases, failed) - errors, errors, seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"{}\" {}>\n", xml_text(tool), counts);
  text += fmt::format("  <testsuite name=\"{}\" {}>\n", xml_text(suite), counts);
  for (const JunitCase& one : cases) {
    text += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml_text(one.classname),
                        xml_text(one.name), one.seconds);
    if (!failed(one)) {
      text += "/>\n";
      continue;
    }
    text += fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n",
                        one.is_error ? "error" : "failure", xml_text(one.failure_type), xml_text(one.message),
                        xml_text(one.text));
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace xb
