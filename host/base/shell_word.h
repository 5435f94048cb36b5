// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// `text` as one word of a shell's command line.
std::string shell_word(const std::string& text);
/// The words of a line that shell_word() has made, with blanks between.
std::vector<std::string> shell_words(const std::string& line);

}  // namespace xb
