// SPDX-License-Identifier: Apache-2.0
// Instead of testbenches/engines/paths.cpp: of the installed program, and compiled into each program that
// uses xbarlab::engines.
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

#include "testbenches/engines/paths.h"

namespace xb {
namespace {

std::filesystem::path prefix() {
#ifdef XBARLAB_PREFIX
  return XBARLAB_PREFIX;
#else  // PREFIX/bin/xbarlab, wherever PREFIX is now
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
#endif
}

/// The user's folder for what can be made again.
std::filesystem::path user_cache() {
  const auto set = [](const char* name) -> std::filesystem::path {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  // A relative one counts for nothing, by the XDG base directory specification.
  if (std::filesystem::path cache = set("XDG_CACHE_HOME"); cache.is_absolute()) return cache;
  if (const std::filesystem::path home = set("HOME"); home.is_absolute()) return home / ".cache";
  const passwd* const user = getpwuid(geteuid());
  if (user != nullptr && user->pw_dir != nullptr) return std::filesystem::path(user->pw_dir) / ".cache";
  return std::filesystem::temp_directory_path();
}

}  // namespace

std::filesystem::path source_dir() { return prefix() / "share" / "xbarlab"; }
std::filesystem::path build_dir() { return user_cache() / "xbarlab"; }
std::filesystem::path parts_dir() { return prefix() / "lib" / "xbarlab"; }
std::filesystem::path results_dir() { return "."; }

}  // namespace xb
