// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/setup.h"
#include "testbenches/experiment/experiment_file.h"

namespace xb {

/// `xbarlab schedule NAME`: a schedule as GOAL text, or in numbers; of one in steps, the steps.
struct ScheduleCommand {
  std::string name;             ///< registered, or a .goal file
  std::vector<SweptKey> flags;  ///< one value each, of the keys that decide what a built schedule is
  std::string output;           ///< file or "-" for the GOAL text; empty: "-", unless the steps are asked for
  bool check = false;           ///< only the numbers
  std::string json;             ///< file or "-" for the steps, or empty
  std::string proof;            ///< name of files for the proof that there is no liquid schedule, or empty
  std::string teams;            ///< file or "-" for all full teams, or empty
  std::string simultaneities;   ///< likewise for all full simultaneities
  std::string time_limit;       ///< of the search for steps, or empty: none
  std::string paths;            ///< given or choose; empty: given
  std::string tables;           ///< file or "-" for the topology with the paths chosen, or empty
};

/// `xbarlab schedule liquid` and others in steps: the steps as text, as JSON, and as GOAL, as asked for.
void steps_command(const ScheduleCommand& command, const RunConfig& config);

}  // namespace xb
