// SPDX-License-Identifier: Apache-2.0
#include "host/base/plain_path.h"

namespace xb {

namespace fs = std::filesystem;

fs::path plain_path(const fs::path& path) {
  fs::path plain = path.lexically_normal();
  std::error_code error, other;
  fs::path real = fs::canonical(path, error);
  return error || real == fs::canonical(plain, other) ? plain : real;
}

}  // namespace xb
