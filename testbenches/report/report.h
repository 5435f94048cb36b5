// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/report/page.h"

namespace xb {

struct ReportOptions {
  std::string x;                    ///< key of the axis, or empty: as sweep_of() chooses it
  std::vector<std::size_t> points;  ///< that figures of single points show; none: a few
};

/// The figures and tables of a study's folder, from its records alone. Throws InputError if it has none, or
/// for options that do not fit it.
PageContents report_of(const std::filesystem::path& folder, const ReportOptions& options = {});

}  // namespace xb
