// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/program/run_command.h"

namespace xb {

/// Makes the study's points those of a share that are known by now; of a chunk also others, whose results
/// decide which they are. Whether one is missing.
using LookAtShare = std::function<bool(Study& study, const Share& share, bool retry_failed)>;

/// Runs what is missing of the share that --shard names. It may run beside other shares, here and elsewhere:
/// nothing but points is written. A chunk runs what the runner that waits for it has in its index. Throws
/// RunError if a point failed.
void run_share(const StudyFlags& flags, const std::filesystem::path& folder, nlohmann::ordered_json versions,
               const LookAtShare& look);

/// `xbarlab run FILE --out DIR --shard K/N`.
void share_command(const RunCommand& command, const Experiment& experiment);

}  // namespace xb
