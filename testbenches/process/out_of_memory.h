// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// The message, one line, for memory that ran out in what is named so: how much this process may take, where
/// that is limited, and what takes less.
std::string out_of_memory(const std::string& what);

}  // namespace xb
