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

fs::path path_beside(const fs::path& file, const fs::path& path) {
  fs::path named = plain_path(file.parent_path() / path);
  std::error_code error;
  if (fs::exists(named, error)) return named;
  const fs::path real = fs::canonical(file, error);
  if (error) return named;
  fs::path behind = plain_path(real.parent_path() / path);
  return fs::exists(behind, error) ? behind : named;
}

}  // namespace xb
