// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace xb {

/// Bytes of the character that begins at `at`, 1..4; 0: none of UTF-8 does.
std::size_t utf8_bytes(const std::string& text, std::size_t at);

/// The first byte that belongs to no character of UTF-8; npos: all do.
std::size_t first_not_utf8(const std::string& text);

/// What a text is in instead, in words; empty: it is UTF-8.
std::string other_encoding(const std::string& text);

/// The text without the mark of UTF-8 that some programs begin theirs with.
std::string without_mark(std::string text);

/// The text with a question mark in the place of each byte that belongs to no character of UTF-8.
std::string as_utf8(const std::string& text);

}  // namespace xb
