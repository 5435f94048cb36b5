// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/base/table_reader.h"
#include "testbenches/experiment/plot.h"

namespace xb {

/// Each `[[plot]]`.
TomlKind plots_to(std::vector<Plot>& to);

}  // namespace xb
