// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "host/base/input_errors.h"
#include "host/base/toml_place.h"
#include "testbenches/experiment/expectation.h"

namespace xb {

/// The value of a key as text: a string, or a number. Throws InputError naming `place`.
std::string toml_scalar(const toml::node& node, const std::string& place, std::string_view key,
                        std::string_view allowed = "a string, a number, or a list of them");
/// The value of a key that may name a file: that is looked for beside the experiment.
std::string beside(const std::string& file, const std::string& key, std::string value);

/// Keys and the values that each may have, of `where` and `[[exclude]]`. Throws InputError.
std::vector<KeyValues> read_key_values(const toml::table& table, const std::string& file);

/// Reads `[expect]`, or each of `[[expect]]`; what is wrong is added to `errors`.
std::vector<Expectation> read_expectations(const toml::node& node, const std::string& file,
                                           ErrorList& errors);

}  // namespace xb
