// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// A testcase, as Jenkins, GitLab and the actions for GitHub read it.
struct JunitCase {
  std::string classname, name;
  double seconds = 0;
  std::string failure_type;  ///< empty: it passed
  std::string message;       ///< of a failure, a line
  std::string text;          ///< of a failure
  bool is_error = false;     ///< no failure: it could not be judged
};

/// JUnit XML with one suite. `tool` names the whole.
std::string junit_text(const std::string& tool, const std::string& suite,
                       const std::vector<JunitCase>& cases);

}  // namespace xb
