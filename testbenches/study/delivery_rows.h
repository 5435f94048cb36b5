// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace xb {

/// What an export has a row for.
enum class ExportRows { Points, Inputs, Flows };

/// Columns of the rows by input or by flow, beside those that say which point it is.
const std::vector<std::string>& delivery_columns(ExportRows rows);

/// What became of the packets of each input, or each flow, of a record's result (docs/measures.md). Of a
/// network, in which inputs are hosts: of the flows that it names. None if it says nothing of them.
std::vector<std::vector<nlohmann::ordered_json>> delivery_rows(const nlohmann::ordered_json& result,
                                                               ExportRows rows);

/// How many inputs starve; null if the result has no lists by input.
nlohmann::ordered_json starving_count(const nlohmann::ordered_json& result);

}  // namespace xb
