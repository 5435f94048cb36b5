// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/scratch_area.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "host/base/errors.h"

namespace xb {

ScratchArea::ScratchArea() {
  std::string name = (std::filesystem::temp_directory_path() / "xbarlab.XXXXXX").string();
  const SignalsHeld held;
  if (mkdtemp(name.data()) == nullptr) throw RunError("{}: {}", name, std::strerror(errno));
  path_ = name;
  undo_.emplace(name);
}

ScratchArea::~ScratchArea() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace xb
