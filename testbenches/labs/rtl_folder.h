// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The key `rtl` of a criterion: a folder of the submission, rtl or below.
inline std::string rtl_folder(CriterionTable& table) {
  std::string folder;
  const auto read = [&folder](const TomlValue& value) {
    folder = value.text();
    const bool below = folder == "rtl" || folder.rfind("rtl/", 0) == 0;
    if (!below || folder.find("..") != std::string::npos || folder.back() == '/') value.refuse();
  };
  table.read({"rtl", {"rtl, or a folder below, such as rtl/arbiter", read}, kNeeded});
  return folder;
}

}  // namespace xb
