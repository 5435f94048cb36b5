// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// `text` as one word of a shell's command line.
std::string shell_word(const std::string& text);

}  // namespace xb
