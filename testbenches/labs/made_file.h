// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace xb {

// A file of a unit that follows another is not kept as a copy. In its place is NAME.sed, a script for sed
// whose first line says of what: `# made from: PATH`, a file of the checkout.

/// The name of what a file of a unit is: NAME of NAME.sed.
std::filesystem::path made_name(const std::filesystem::path& file);
/// The text of a file of a unit: of NAME, whether NAME or NAME.sed is there, and of NAME.sed, what it makes.
/// Throws InputError, RunError.
std::string made_text(const std::filesystem::path& file);
/// In a copy of a unit's folder: each file in the place of its script. Throws RunError.
void make_files(const std::filesystem::path& folder);

}  // namespace xb
