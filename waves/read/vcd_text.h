// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace xb {

/// What stands between the words of a VCD.
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

/// The text that a VCD writes as `escaped`: \n, \\, \040, \x20 and the like stand for bytes.
std::string unescaped(std::string_view escaped);

}  // namespace xb
