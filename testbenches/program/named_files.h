// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "host/point/run_config.h"

namespace xb {

/// Files that are to be written, each with the flag that names it. Those without a name, and `-`, are none.
using NamedFiles = std::vector<std::pair<std::string, std::filesystem::path>>;

/// Throws InputError if one of them is the experiment (empty: none) or a file that a point reads, or if two
/// of them are one file.
void refuse_overwriting(const NamedFiles& outputs, const std::string& experiment,
                        const std::vector<RunConfig>& points);

/// The same without those that are none.
NamedFiles without_none(const NamedFiles& files);

}  // namespace xb
