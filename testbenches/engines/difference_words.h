// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace xb {

/// What RTL and twin show at a port or queue, in words: "output 3 shows nothing, where the twin's shows a
/// beat". `first_word`: of a beat. Empty: there are no words for that signal.
std::string difference_in_words(const std::string& signal, const std::string& port, bool first_word,
                                std::uint64_t rtl, std::uint64_t twin);

}  // namespace xb
