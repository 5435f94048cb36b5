// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "testbenches/sources/source_search.h"

namespace xb {

/// A description of a switch from its sources alone: what is missing is looked for beside them, and the
/// module is elaborated with its own parameters and with each changed. Paths in it are relative to `folder`
/// (empty: where the program runs). Throws InputError, one line, where the module does not compile.
std::string new_description(const GivenSources& given, const std::filesystem::path& folder);

}  // namespace xb
