// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace xb {

/// The text of a file in a folder that others have filled: students, or what ran in a sandbox. Whatever is
/// there in its place, nothing waits (a pipe), no link is followed, also not on the way, and no more than
/// `most` bytes are read. Throws InputError: what is wrong with `name`, in words for whom it belongs to.
std::string read_foreign_file(const std::filesystem::path& folder, const std::filesystem::path& name,
                              std::size_t most);

}  // namespace xb
