// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// What the flags of two points differ in, such as `load 0.9 there, 1.0 here`; empty: nothing. Files and
/// folders are the same wherever they are: what is in them shows in the trace.
std::string point_difference(const std::string& there, const std::string& here);

}  // namespace xb
