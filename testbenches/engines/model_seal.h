// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace xb {

/// Appends a checksum of the name and of the whole library, which loaders do not look at.
void seal_model(const std::filesystem::path& library, const std::string& name);

/// Whether the library is as it was when it was sealed under this name. A missing one is not.
bool is_sealed_model(const std::filesystem::path& library, const std::string& name);

}  // namespace xb
