// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "testbenches/study/study_folder.h"

namespace xb {

// Files of a study's folder; what cannot be done throws FolderError.

/// With what the system says of it.
[[noreturn]] void cannot(const std::filesystem::path& path, const char* what);

enum class Sync { Now, Later };

/// Makes a file that must not be there yet.
void write_whole(const std::filesystem::path& path, const std::string& text, Sync sync);
void write_parts(const std::filesystem::path& path, const StudyFolder::NextPart& next, Sync sync);
/// A text as the only part.
StudyFolder::NextPart one_part(const std::string& text);

void sync_file(const std::filesystem::path& path);
/// What was made or renamed in the folder is there after a power failure.
void sync_folder(const std::filesystem::path& path);

}  // namespace xb
