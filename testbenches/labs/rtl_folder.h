// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The key `rtl` of a criterion: a folder of the submission, rtl or below. Throws InputError.
inline std::string rtl_folder(CriterionTable& table) {
  const std::string folder = table.text("rtl");
  const bool below = folder == "rtl" || folder.rfind("rtl/", 0) == 0;
  if (!below || folder.find("..") != std::string::npos || folder.back() == '/')
    throw table.refusal("rtl", folder, "rtl, or a folder below, such as rtl/arbiter");
  return folder;
}

}  // namespace xb
