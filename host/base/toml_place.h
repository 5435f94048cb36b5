// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>

#include "host/base/input_errors.h"

namespace xb {

/// `file:line:column`.
std::string toml_place(const std::string& file, const toml::node& node);
std::string toml_place(const std::string& file, const toml::key& key);

/// The tables of a file's text. Throws InputErrors with place and line where it is not TOML.
toml::table parse_toml(const SourceText& source, const std::string& text);

}  // namespace xb
