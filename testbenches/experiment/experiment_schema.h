// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace xb {

/// The JSON Schema (draft 7) of experiment files, for completion and checks in editors: every key with what
/// it means, allows and defaults to, out of the table of keys. What a file needs beyond single values (keys
/// that exclude each other, ranges that end below their beginning) only the program checks.
nlohmann::ordered_json experiment_schema();

}  // namespace xb
