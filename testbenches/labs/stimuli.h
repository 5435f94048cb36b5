// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// The file of a submission that has them.
constexpr const char* kStimuliFile = "stimuli.toml";

/// The flags of `xbarlab run` of the table `name` in the text of a stimuli.toml: what hosts send and how
/// receivers take it, and nothing else. Throws NotReached, one line, for a table that is missing and for keys
/// or values that are not allowed.
std::vector<std::string> stimulus_flags(const std::string& text, const std::string& name);

}  // namespace xb
