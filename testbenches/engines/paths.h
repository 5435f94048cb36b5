// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace xb {

/// The checkout that this program was built from.
std::filesystem::path source_dir();
/// Its build folder; models are cached below it.
std::filesystem::path build_dir();

}  // namespace xb
