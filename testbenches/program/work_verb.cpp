// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_work.h"
#include "testbenches/program/commands.h"
#include "testbenches/steps/step_search_point.h"

namespace xb {

void work_command(const std::string& chunk) { work_on_chunk(chunk, run_or_search); }

}  // namespace xb
