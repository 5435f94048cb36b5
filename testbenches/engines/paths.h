// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace xb {

// Of the program in a checkout (paths.cpp), or of what is installed (installed_paths.cpp).

/// The checkout that this program was built from, or PREFIX/share/xbarlab, which has the same folders.
std::filesystem::path source_dir();
/// Where models and costs are kept: the checkout's build folder, or a folder of the user's.
std::filesystem::path build_dir();
/// What models are compiled and linked with; in `models` those that came with the program.
std::filesystem::path parts_dir();
/// Where results go that nobody names a folder for.
std::filesystem::path results_dir();

/// A path for a command line: relative where it is below the working folder.
inline std::string as_typed(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path below = std::filesystem::proximate(path, error);
  return (error || below.empty() || *below.begin() == ".." ? path : below).string();
}

}  // namespace xb
