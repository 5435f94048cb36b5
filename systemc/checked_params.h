// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "systemc/wires.h"

namespace xb::twin {

/// The parameters if all are in the ranges of the RTL's; throws std::invalid_argument with one line that
/// names the module, the parameter, its value and what is allowed. params.data_words must be `words`, and
/// params.classes at most what the twin and the module's ports have: more would be ignored, or block all.
inline const Params& checked_params(const std::string& module, const Params& params, unsigned words,
                                    unsigned most_classes = 1) {
  const auto require = [&](bool ok, const char* parameter, std::uint64_t value, const std::string& allowed) {
    if (ok) return;
    throw std::invalid_argument(module + ": " + parameter + " " + std::to_string(value) +
                                "; allowed: " + allowed);
  };
  constexpr std::uint32_t kMaxDepth = 1U << 30U;
  const std::uint32_t beats = params.max_crosspoint_beats;
  require(params.ports >= 2 && params.ports <= kMaxPorts, "ports", params.ports, "2..64");
  require(params.classes >= 1 && params.classes <= most_classes, "classes", params.classes,
          most_classes == 1 ? "1" : "1.." + std::to_string(most_classes));
  require(params.ram_register <= 1, "ram_register", params.ram_register, "0..1");
  require(params.data_words == words, "data_words", params.data_words, std::to_string(words));
  require(params.max_depth >= 2 && params.max_depth <= kMaxDepth, "max_depth", params.max_depth,
          "2..1073741824");
  require(beats >= 2 && (beats & (beats - 1)) == 0, "max_crosspoint_beats", beats,
          "a power of two, 2 or more");
  return params;
}

}  // namespace xb::twin
