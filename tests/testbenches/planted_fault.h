// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/engines/paths.h"

/// A fault of an example: what it does in the place of a text where the environment asks for it.
struct PlantedFault {
  const char* name;
  std::set<std::string> rules;  ///< one of which must find it
  std::vector<std::pair<std::string, std::string>> changes;
};

/// A file of the example of a switch of one's own.
inline std::filesystem::path quad_example(const char* name) {
  return xb::source_dir() / "examples/quad-switch" / name;
}
