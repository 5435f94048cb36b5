// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace xb {

/// The path without `.` and `..`. Behind a link to a folder `..` is what the system takes it for: the folder
/// that holds what the link points to.
std::filesystem::path plain_path(const std::filesystem::path& path);

/// A path that stands in `file`, from the folder that the file is in; of a link to a file, where nothing is
/// there, from the folder of that file.
std::filesystem::path path_beside(const std::filesystem::path& file, const std::filesystem::path& path);

}  // namespace xb
