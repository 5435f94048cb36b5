// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/labs/submission.h"

namespace xb {

/// A switch under the eyes of a student's checker, rtl/switch_checker.sv.
struct WatchedSwitch {
  std::filesystem::path bench;     ///< folder of the description watched.toml and its sources
  std::filesystem::path switches;  ///< in the place of its faulty.v; empty: that one
  unsigned number = 0;             ///< which of its switches: XB_FAULT
  std::vector<std::string> flags;  ///< of `xbarlab run`: what goes through it
};

/// The assertion of the checker that fails in a run, `rtl/switch_checker.sv:LINE: WHAT`; empty: none. Throws
/// NotReached for a checker that is refused, does not compile alone, or ends otherwise. A run that was there
/// before is not repeated.
std::string assertion_in(const WatchedSwitch& watched, Submission& submission);

}  // namespace xb
