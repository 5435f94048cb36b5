// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace xb {

/// The path without `.` and `..`. Behind a link to a folder `..` is what the system takes it for: the folder
/// that holds what the link points to.
std::filesystem::path plain_path(const std::filesystem::path& path);

}  // namespace xb
