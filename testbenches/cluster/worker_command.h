// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// This program's file, as workers elsewhere start it.
std::string worker_program();

/// Words as a shell reads them.
std::string shell_text(const std::vector<std::string>& words);

}  // namespace xb
