// SPDX-License-Identifier: Apache-2.0
// Instead of testbenches/engines/paths.cpp: the program takes its RTL from the checkout that XBARLAB_CHECKOUT
// names, so that a test can run it on RTL that is broken.
#include <cstdlib>

#include "testbenches/engines/paths.h"

namespace xb {

std::filesystem::path source_dir() {
  const char* const copy = std::getenv("XBARLAB_CHECKOUT");
  return copy != nullptr ? copy : XBARLAB_SOURCE_DIR;
}
std::filesystem::path build_dir() { return XBARLAB_BUILD_DIR; }
std::filesystem::path parts_dir() { return build_dir() / "testbenches"; }
std::filesystem::path results_dir() { return source_dir() / "build"; }

}  // namespace xb
