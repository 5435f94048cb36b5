// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace xb {

/// A key's value as flags and files write it: a text as it stands, all else as JSON.
std::string value_text(const nlohmann::ordered_json& value);

}  // namespace xb
