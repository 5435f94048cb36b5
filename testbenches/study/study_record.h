// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "host/run/run_result.h"
#include "testbenches/study/identity.h"

namespace xb {

/// The text of record.json: one line, the same bytes whenever and wherever the point is run. As a record of
/// `xbarlab run --json`, without CPU time; `point` is the hash, `files` digests, and `check`, at the end, a
/// digest of all before it.
std::string record_text(const PointIdentity& point, const RunConfig& config, const RunResult& result,
                        const nlohmann::ordered_json& versions);
/// The same of a record as it would be printed.
std::string record_text(const PointIdentity& point, nlohmann::ordered_json whole);

/// Whether a text is the whole record of that point, as it was written.
bool is_whole_record(const std::string& text, const std::string& hash);

/// The result in a record, without CPU time. Throws RunError if it is none.
RunResult result_in(const nlohmann::ordered_json& record);

}  // namespace xb
