// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// 16 hexadecimal digits that nobody else has. Throws RunError if the system has no random numbers.
std::string random_name();

/// Of this machine.
std::string host_name();

/// This program's file, to start it again. Throws RunError.
std::string own_program();

}  // namespace xb
