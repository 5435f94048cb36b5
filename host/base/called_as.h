// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// This program as the user calls it, a word of a command line, for commands that can be pasted: the launcher
/// where it was called through that, else the program's own name.
std::string called_as();

/// Says the program's own name, `argv[0]`. Children know it, too.
void set_called_as(const char* word);

}  // namespace xb
