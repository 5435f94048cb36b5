// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/base/table_reader.h"
#include "testbenches/experiment/expectation.h"

namespace xb {

/// The value of a key that may name a file: that is looked for beside the experiment.
std::string beside(const std::string& file, const std::string& key, const std::string& value);

constexpr const char* kValuesOfKey = "a text, a number, or a list of them";
/// Each value of a key of a run, with its place: a text, a number, a range, or those of a list of them.
void each_key_value(const TomlValue& value,
                    const std::function<void(std::string value, std::string place)>& take);
/// Keys and the values that each may have, of `where` and `[[exclude]]`. Whether all are right.
bool read_key_values(const TomlValue& value, std::vector<KeyValues>& to);
TomlKind key_values_to(std::vector<KeyValues>& to);

/// `[expect]`, or several `[[expect]]`.
TomlKind expectations_to(std::vector<Expectation>& to);

/// Bounds as short text, `throughput >= 0.99`, one or a list.
TomlKind limits_to(std::vector<Expectation>& to);

}  // namespace xb
