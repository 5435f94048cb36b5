// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "testbenches/experiment/expectation.h"

namespace xb {

/// The value of a key as text: a string, or a number. Throws InputError naming `place`.
std::string toml_scalar(const toml::node& node, const std::string& place, std::string_view key);
/// `file:line`.
std::string toml_place(const std::string& file, const toml::node& node);

/// Reads `[expect]`, or each of `[[expect]]`. Throws InputError.
std::vector<Expectation> read_expectations(const toml::node& node, const std::string& file);

}  // namespace xb
