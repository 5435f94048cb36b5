// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/point/run_config.h"
#include "testbenches/process/output_file.h"

namespace xb {

/// Files that are to be written, each with the flag that names it. Those without a name, and `-`, are none.
using NamedFiles = std::vector<std::pair<std::string, std::filesystem::path>>;

/// Throws InputError if one of them is the experiment (empty: none) or a file that a point reads, or if two
/// of them are one file.
void refuse_overwriting(const NamedFiles& outputs, const std::string& experiment,
                        const std::vector<RunConfig>& points);

/// The same without those that are none.
NamedFiles without_none(const NamedFiles& files);

/// A file to write; null where it has no name. Throws InputError if it cannot be created.
std::unique_ptr<OutputFile> output_if_named(const std::string& path);

/// All of a report, if there is a file for it, where exit status 1 says that something differs. Throws
/// InputError, exit status 2, if it cannot be written.
void write_verdict(const std::unique_ptr<OutputFile>& file, const std::string& text);

}  // namespace xb
