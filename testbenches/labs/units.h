// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/labs/unit.h"

namespace xb {

/// The lab's own units.
std::filesystem::path usual_units();

/// The folders of units in a folder, by number. Throws InputError where there is none.
std::vector<std::filesystem::path> unit_folders(const std::filesystem::path& units);

/// The folder of the unit with that number, as it was given. Throws InputError, which lists the numbers.
std::filesystem::path unit_folder(const std::filesystem::path& units, const std::string& number);

/// Copies the skeleton and the handout to a folder, which is new or empty. Throws InputError.
void start_unit(const LabUnit& unit, const std::filesystem::path& folder);

}  // namespace xb
