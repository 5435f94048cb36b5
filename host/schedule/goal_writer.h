// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/schedule/schedule.h"

namespace xb {

/// The schedule as GOAL text. Operations are labelled l1, l2, .. by their position in the rank; the reader
/// gives the same operations and dependencies back, in the same order.
std::string write_goal(const Schedule& schedule);

}  // namespace xb
