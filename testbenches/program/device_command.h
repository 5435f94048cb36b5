// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/sources/source_search.h"

namespace xb {

/// `xbarlab device new SOURCE...`: a description as far as it can be guessed.
struct DeviceNewCommand {
  GivenSources given;
  std::string output;  ///< file or "-"
};
void device_new_command(const DeviceNewCommand& command);

/// `xbarlab device check FILE`. Throws RunError, one line, with the first rule that is broken.
struct DeviceCheckCommand {
  std::string file;
  std::vector<SweptKey> flags;  ///< one value each, of device_check_keys()
};
void device_check_command(const DeviceCheckCommand& command);
const std::vector<std::string>& device_check_keys();

}  // namespace xb
