// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/paths.h"

namespace xb {

std::filesystem::path source_dir() { return XBARLAB_SOURCE_DIR; }
std::filesystem::path build_dir() { return XBARLAB_BUILD_DIR; }
std::filesystem::path parts_dir() { return build_dir() / "testbenches"; }
std::filesystem::path results_dir() { return source_dir() / "build"; }

}  // namespace xb
