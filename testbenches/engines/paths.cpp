// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/paths.h"

namespace xb {

std::filesystem::path source_dir() { return XBARLAB_SOURCE_DIR; }
std::filesystem::path build_dir() { return XBARLAB_BUILD_DIR; }

}  // namespace xb
